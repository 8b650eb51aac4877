// The page as the package has it: one HTML file beside the command.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { VERSION } from "../tooling/version.ts";
import { toolForms } from "./web-calls.ts";

/** Where the page is, from the folder of the command. */
const PAGE = "../web/page.html";

/** Hosts show no icon, and forbid pictures. */
const ICON = /<link\s[^>]*>/;

/** Where a host's page finds what the page of `dirleaf web` asks for. */
const PLACE = '<div id="app"></div>';

/** Reads the page. `command` is the file that Node was started with. */
export function readPage(command: string): string {
  return readFileSync(join(dirname(realpathSync(command)), PAGE), "utf8");
}

/** The page for a host, which has nobody to ask what the tools are. It names no directories: the host's call does. */
export function readHostPage(command: string): string {
  const about = JSON.stringify({ version: VERSION, roots: [], profiles: ["leaf"], tools: toolForms() });
  // Inside an element, `</` would end it.
  const data = `<script type="application/json" id="about">${about.replaceAll("<", "\\u003c")}</script>`;
  return readPage(command)
    .replace(ICON, "")
    .replace(PLACE, () => PLACE + data);
}
