// Characters that nobody sees are shown, and nothing else is changed.
import { expect, test } from "vitest";

import { toVisibleParts } from "../../../src/web/page/visible-text.ts";

function show(text: string): string {
  return toVisibleParts(text)
    .map((part) => (part.isOdd ? `⟨${part.text}⟩` : part.text))
    .join("");
}

test.each([
  ["plain\n  lines\nstay", "plain\n  lines\nstay"],
  ["\u202egnp.exe", "⟨\\u{202e}⟩gnp.exe"],
  ["zero\u200bwidth", "zero⟨\\u{200b}⟩width"],
  ["tab\there\r\nnext", "tab⟨\\t⟩here⟨\\r⟩\nnext"],
  ["\u001b[31mred", "⟨\\e⟩[31mred"],
  ["a\u2800b\u3164c\ufff9\ufffa\ufffb", "a⟨\\u{2800}⟩b⟨\\u{3164}⟩c⟨\\u{fff9}⟩⟨\\u{fffa}⟩⟨\\u{fffb}⟩"],
  ["tag\u{e0001}end", "tag⟨\\u{e0001}⟩end"],
  ["no-break\u00a0space", "no-break⟨\\u{a0}⟩space"],
  ["end \nend  ", "end⟨·⟩\nend⟨··⟩"],
  ["größe 😀", "größe 😀"],
  ["", ""],
])("%j", (text, shown) => {
  expect(show(text)).toBe(shown);
});
