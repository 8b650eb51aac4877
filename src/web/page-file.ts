// The page as it is shipped, one HTML file beside the command, and the headers that it is sent with.
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { DEFAULT_TOOL_NAMES } from "../tools/tool-list.ts";
import type { ServedPage } from "../mcp/serve-http.ts";
import { aboutRoots } from "./about.ts";

/** Where the page is, from the folder of the command. */
const PAGE = "../web/page.html";

/** Hosts show no icon, and forbid pictures. */
const ICON = /<link\s[^>]*>/;

/** For a host, what the page needs to know is put behind this element. */
const ROOT_ELEMENT = '<div id="app"></div>';

/** Reads the page. `command` is the file that Node was started with. */
export function readPage(command: string): string {
  return readFileSync(join(dirname(realpathSync(command)), PAGE), "utf8");
}

/** The page for a host. It may not be allowed to read resources, so `About` is in it, without roots: the host's call names the directory. */
export function readHostPage(command: string): string {
  const about = JSON.stringify(aboutRoots([], DEFAULT_TOOL_NAMES));
  // Inside an element, `</` would end it.
  const data = `<script type="application/json" id="about">${about.replaceAll("<", "\\u003c")}</script>`;
  return readPage(command)
    .replace(ICON, "")
    .replace(ROOT_ELEMENT, () => ROOT_ELEMENT + data);
}

/**
 * The page with its headers. They let it run its own script and style, call us, and nothing else. Script and style are allowed by their
 * hashes, so nothing else can become one.
 */
export function toServedPage(html: string): ServedPage {
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
  const headers = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy.join("; "),
    "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
  return { html, headers };
}

/** The hashes of all elements of this name, as the policy writes them. */
function hashesOf(html: string, element: "script" | "style"): string {
  const contents = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))];
  return contents.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
