// The page's policy allows exactly its own script and style.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { toServedPage } from "../../src/web/page-file.ts";

const html = "<!doctype html><style>a{}</style><div></div><script>let x = '<b>';\n</script>";

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test("allows only the page's own script and style, by their hashes", () => {
  const policy = toServedPage(html).headers["Content-Security-Policy"]?.split("; ");
  expect(policy).toEqual([
    "default-src 'none'",
    `script-src ${hashOf("let x = '<b>';\n")}`,
    `style-src ${hashOf("a{}")}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});
