// One call as a model makes it, and the answer exactly as a model sees it, with what it costs.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { renderCount } from "../../text/amounts.ts";
import type { ToolForm } from "../about.ts";
import { CallFields } from "./call-fields.tsx";
import { directoryArgument, toArguments, type CallSetup } from "./call-json.ts";
import { CopyButton } from "./copy-button.tsx";
import type { PageSession } from "./page-session.ts";
import { costOf } from "./token-range.ts";
import type { CallAnswer } from "./tool-client.ts";
import { toVisibleParts } from "./visible-text.ts";

/** How long to wait for more typing before a call is made. */
const TYPING_PAUSE_MS = 250;

export interface CallPanelProps {
  readonly id: string;
  readonly session: PageSession;
  readonly setup: CallSetup;
  readonly onSetup: (setup: CallSetup) => void;
  readonly onAnswer: (answer: CallAnswer | undefined) => void;
}

export function CallPanel({ id, session, setup, onSetup, onAnswer }: CallPanelProps): JSX.Element {
  const { about, client, dirPath } = session;
  const [answer, setAnswer] = useState<CallAnswer | undefined>();
  const [trouble, setTrouble] = useState<string | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [runs, setRuns] = useState(0);
  const tool = about.tools.find(({ name }) => name === setup.tool) as ToolForm;
  const values = { [directoryArgument(tool)]: dirPath, ...(!session.hidden && { hidden: "false" }), ...setup.values };
  const given = toArguments(tool.fields, values);
  const call = JSON.stringify({ name: tool.name, arguments: given });

  useEffect(() => {
    const stopped = new AbortController();
    const timer = setTimeout(async () => {
      setRunning(true);
      try {
        // Two maps of a million entries at once could both run out of time.
        await session.maps.settled();
        const got = await client.callTool(tool.name, given, stopped.signal);
        setAnswer(got);
        setTrouble(undefined);
        onAnswer(got);
      } catch (error) {
        if (!stopped.signal.aborted) {
          setTrouble((error as Error).message);
        }
      } finally {
        setRunning(false);
      }
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [call, runs]);

  return (
    <section class="call" aria-label={id === "a" ? "Call" : "Second call"}>
      <div class="choices">
        <span>
          <label for={`${id}-tool`}>tool</label>
          <select
            id={`${id}-tool`}
            value={setup.tool}
            onChange={(event) => onSetup({ tool: event.currentTarget.value, values: {} })}
          >
            {about.tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </span>
      </div>
      <details>
        <summary>Arguments</summary>
        <CallFields
          id={id}
          fields={tool.fields}
          values={values}
          onChange={(name, value) => onSetup({ ...setup, values: { ...setup.values, [name]: value } })}
        />
      </details>
      <div class="box">
        <div class="bar">
          <h2>Call</h2>
          <button type="button" class="quiet" onClick={() => setRuns(runs + 1)}>
            Call again
          </button>
          <CopyButton text={call} what="call" />
        </div>
        <pre class="json" tabIndex={0} aria-label="Call as JSON">
          <Visible text={call} />
        </pre>
      </div>
      <div class={`box answer${isRunning ? " running" : ""}`}>
        <div class="bar">
          <h2>Answer</h2>
          {answer !== undefined && <Costs answer={answer} />}
          {answer !== undefined && <CopyButton text={answer.content} what="answer" />}
        </div>
        {trouble !== undefined && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <pre
          class={answer?.success === false ? "refused" : tool.name === "list_dir" ? "" : "wraps"}
          tabIndex={0}
          aria-label="Answer as text"
        >
          <Visible text={answer?.content ?? ""} />
        </pre>
      </div>
    </section>
  );
}

function Costs({ answer }: { readonly answer: CallAnswer }): JSX.Element {
  const { bytes, tokens, fewest, most } = costOf(answer.content);
  const { milliseconds, directories } = answer;
  return (
    <p class="costs" role="status">
      <span>{renderCount(bytes)} bytes</span>
      <span title="Estimated for names of files. Models differ: 2.4 to 4 bytes for each token.">
        <b>≈ {renderCount(tokens)} tokens</b>{" "}
        <small>
          ({renderCount(fewest)}–{renderCount(most)})
        </small>
      </span>
      <span>{milliseconds < 10 ? milliseconds.toFixed(1) : renderCount(Math.round(milliseconds))} ms</span>
      {directories !== undefined && (
        <span>
          {renderCount(directories)} {directories === 1 ? "directory" : "directories"} read
        </span>
      )}
    </p>
  );
}

/** Text in which invisible characters are marked. */
function Visible({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {toVisibleParts(text).map((part, index) =>
        part.isOdd ? (
          <span key={index} class="odd">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
