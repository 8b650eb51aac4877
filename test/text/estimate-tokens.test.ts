// The estimate against o200k, a public tokenizer: maps of three public repositories, with the tokens that it made of them.
import { describe, expect, test } from "vitest";

import { estimateTokens, fractionalTokens } from "../../src/text/estimate-tokens.ts";
import table from "../data/map-tokens.json" with { type: "json" };

describe("estimateTokens", () => {
  test("is within 10% of a tokenizer on average, and never more than 20% off", () => {
    const errors = table.map(({ text, tokens }) => estimateTokens(text) / tokens - 1);
    const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
    expect(mean).toBeLessThan(0.1);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
  });

  test("rounds the sum of its parts up", () => {
    for (const { text } of table) {
      expect(estimateTokens(text)).toBe(Math.ceil(fractionalTokens(text)));
    }
  });

  test("grows with the text, from 0 for an empty one", () => {
    expect(estimateTokens("")).toBe(0);
    for (const text of ["a", "\n", " ", "日本", "\u{1f600}", "-", "1234567", "\0", "a".repeat(10_000)]) {
      expect(estimateTokens(text)).toBeGreaterThan(0);
      expect(Number.isInteger(estimateTokens(text))).toBe(true);
      expect(estimateTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text) + 1);
      expect(estimateTokens(`${text}\n${text}`)).toBeGreaterThan(estimateTokens(text));
    }
  });
});
