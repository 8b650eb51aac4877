// What the model sees: one call, or two side by side with how much more or less the second costs. A map comes with a picture.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { CallSetup } from "./call-json.ts";
import { CallPanel } from "./call-panel.tsx";
import type { SearchCall } from "./list-calls.ts";
import { MapView, type MapViewProps } from "./map-view.tsx";
import { costOf } from "./token-range.ts";
import type { CallAnswer } from "./tool-client.ts";

const PLAIN: CallSetup = { tool: "list_dir", values: {} };
const MAP: CallSetup = { ...PLAIN, tool: "map_dir" };

/** Pairs of calls that are worth comparing. */
const PAIRS: Readonly<Record<string, readonly [CallSetup, CallSetup]>> = {
  "all names and a map": [{ ...PLAIN, tool: "list_directory", values: { maxResults: "1000", recursive: "true" } }, MAP],
  "include of list_dir and find_files": [
    { ...PLAIN, values: { include: "*test*" } },
    { ...PLAIN, tool: "find_files", values: { words: "test" } },
  ],
  "with and without gitignore": [PLAIN, { ...PLAIN, values: { gitignore: "off" } }],
};

export function ModelView({ session, isGone }: MapViewProps): JSX.Element {
  const [setups, setSetups] = useState<readonly CallSetup[]>([MAP]);
  const [answers, setAnswers] = useState<readonly (CallAnswer | undefined)[]>([]);
  const isOffered = (setup: CallSetup) => session.about.tools.some(({ name }) => name === setup.tool);
  const pairs = Object.keys(PAIRS).filter((name) => PAIRS[name]?.every(isOffered));
  const isPair = setups.length === 2;
  const { call } = session;
  useEffect(() => setSetups([call === undefined ? MAP : toSetup(call)]), [call]);
  return (
    <div class="model">
      <div class="compare">
        <label for="compare">compare</label>
        <select
          id="compare"
          value=""
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            event.currentTarget.value = "";
            setSetups(PAIRS[chosen] ?? (chosen === "one" ? setups.slice(0, 1) : [setups[0] ?? MAP, setups[0] ?? MAP]));
          }}
        >
          <option value="">{isPair ? "two calls" : "choose…"}</option>
          {pairs.map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value="same">this call and another</option>
          {isPair && <option value="one">only one call</option>}
        </select>
        {isPair && <p role="status">{describeDifference(answers)}</p>}
      </div>
      {!isPair && setups[0]?.tool === "map_dir" && <MapView session={session} isGone={isGone} />}
      <div class={`calls${isPair ? " pair" : ""}`}>
        {setups.map((setup, index) => (
          <CallPanel
            key={`${setups.length}${index}`}
            id={index === 0 ? "a" : "b"}
            session={session}
            setup={setup}
            onSetup={(changed) => setSetups((now) => replace(now, index, changed))}
            onAnswer={(answer) => setAnswers((now) => replace(now, index, answer))}
          />
        ))}
      </div>
    </div>
  );
}

/** The call of a search, as it would be typed into the form. */
function toSetup({ tool, arguments: given }: SearchCall): CallSetup {
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(" ") : `${value}`,
  ]);
  return { ...PLAIN, tool, values: Object.fromEntries(texts) };
}

function describeDifference([a, b]: readonly (CallAnswer | undefined)[]): string {
  if (a === undefined || b === undefined) {
    return "";
  }
  const [first, second] = [costOf(a.content).tokens, costOf(b.content).tokens];
  if (a.content === b.content) {
    return "The same answer";
  }
  if (first === second || first === 0) {
    return "Other words, the same number of tokens";
  }
  if (second >= 2 * first) {
    return `The second takes ${(second / first).toFixed(1)} times as many tokens`;
  }
  const share = Math.round((Math.abs(second - first) / first) * 100);
  return `The second takes ${share} % ${second > first ? "more" : "fewer"} tokens`;
}

function replace<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  const copy = [...items];
  copy[index] = item;
  return copy;
}
