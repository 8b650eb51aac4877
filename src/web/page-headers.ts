// The headers that the page is sent with. They let it run its own script and style, call us, and nothing else.
import { createHash } from "node:crypto";

/** Sent with every answer. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** The headers for this page. Its script and its style are allowed by their hashes, so nothing else can become one. */
export function pageHeaders(html: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${hashesOf(html, "script")}`,
    `style-src ${hashesOf(html, "style")}`,
    // Only the icon, which is part of the page.
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    ...PLAIN_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
  };
}

/** The hashes of all elements of this name, as the policy writes them. */
function hashesOf(html: string, element: "script" | "style"): string {
  const contents = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))];
  return contents.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
