// Makes the page of `dirleaf web` into one HTML file: script and style inside, so that nothing else has to be loaded.
import fs from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";

const folder = path.join(import.meta.dirname, "../src/web/page");

/** Returns the HTML, and the modules that its script was made of. */
export async function bundlePage() {
  const build = await rolldown({
    input: path.join(folder, "main.tsx"),
    platform: "browser",
  });
  const { output } = await build.generate({ format: "iife", minify: true });
  const [{ code, moduleIds }] = output;
  const style = minifyStyle(fs.readFileSync(path.join(folder, "page.css"), "utf8"));
  const html = fs
    .readFileSync(path.join(folder, "page.html"), "utf8")
    .replace("<style></style>", () => `<style>${style}</style>`)
    // Inside an element, this would end it.
    .replace("<script></script>", () => `<script>${code.trim().replaceAll("</script", "<\\/script")}</script>`);
  return { html, modules: moduleIds };
}

/** Enough for our own style: it has no strings with spaces or comments in them. */
function minifyStyle(text) {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(/: /g, ":")
    .replaceAll(";}", "}")
    .trim();
}
