// The page inside hosts that know MCP Apps, used with calls from inside: on the official AppBridge in both eras.
import assert from "node:assert/strict";
import http from "node:http";
import path from "node:path";
import { rolldown } from "rolldown";

import { startServer } from "../processes.mjs";
import { openDrawer, rowOf } from "./page.mjs";

/** A host's client tries a stream that servers need not have. */
const TRIED_STREAM = /405 \(Method Not Allowed\)/;

const MODES = { old: "legacy", new: { pin: "2026-07-28" } };

export function appChecks(context) {
  const root = context.roots.project;
  const onBridge = (title, options, useApp = use) => ({
    title: `MCP App, ${title}`,
    run: async () => inHost({ ...context, root, sendsInput: false, dropsData: false, ...options }, useApp),
  });
  return [
    ...Object.entries(MODES).map(([era, mode]) => onBridge(`${era} era, on AppBridge`, { mode })),
    onBridge("on AppBridge, with the call's input", { mode: MODES.new, sendsInput: true }),
    onBridge("in a host that drops the request for data", { mode: MODES.new, dropsData: true }, readText),
  ];
}

/** Uses the page as a user of any host does: every step is a call from inside. */
async function use(app, root) {
  await openDrawer(app);
  await rowOf(app, "data/").filter({ hasText: "450" }).waitFor();
  // The frame may be so small that this row is not drawn.
  await app.getByPlaceholder("Jump to name").fill("src/");
  await app.getByPlaceholder("Jump to name").press("Enter");
  await rowOf(app, "src/").click();
  await app.getByRole("searchbox").fill("rule-00{1,2}.ts");
  await app.getByText(/^2 found/).waitFor();
  await app.getByRole("searchbox").fill("");
  await app.getByRole("searchbox").press("Escape");
  await app.getByText(/entries below this directory/).click();
  await app.getByRole("table").getByRole("button", { name: "core/" }).click();
  await app.getByRole("table").getByText("12 files").waitFor();
  await app
    .locator(".answer pre")
    .filter({ hasText: `Absolute path: ${root}/src/core` })
    .waitFor();
}

/** Without data there is no tree, but what the model sees. */
async function readText(app, root) {
  await app.getByRole("treeitem").filter({ hasText: "no data" }).waitFor();
  await app
    .locator(".answer pre")
    .filter({ hasText: `Absolute path: ${root}` })
    .waitFor();
}

async function inHost({ browser, command, root, mode, sendsInput, dropsData }, useApp) {
  const words = [command, "mcp", "--ui", "--http", "--port", "0", root];
  const mcp = await startServer(process.execPath, words, { env: { PATH: process.env.PATH }, cwd: root });
  const host = await serveHost(mcp.url);
  const context = await browser.newContext({ colorScheme: "light" });
  try {
    const page = await context.newPage();
    const problems = [];
    const note = (text) => TRIED_STREAM.test(text) || problems.push(text);
    page.on("pageerror", (error) => note(error.message));
    page.on("console", (message) => message.type() === "error" && note(message.text()));
    const options = { mode, theme: "dark", sendsInput, dropsData, arguments: { dir_path: root } };
    await page.goto(`${host.url}#${encodeURIComponent(JSON.stringify(options))}`);
    const app = page.frameLocator("iframe");
    await useApp(app, root);
    await app.locator('html[data-scheme="dark"]').waitFor();
    await page.evaluate(() => globalThis.setTheme("light"));
    await app.locator('html[data-scheme="light"]').waitFor();
    assert.equal(await page.locator("iframe").evaluate(({ style }) => style.height), "560px");
    await page.evaluate(() => globalThis.tearDown());
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    host.close();
    assert.equal(await mcp.stop(), 0);
  }
}

/** Serves the small host, and passes its calls on to the MCP server, which answers no foreign pages. */
async function serveHost(target) {
  const build = await rolldown({ input: path.join(import.meta.dirname, "programs/host.mjs"), platform: "browser" });
  const { output } = await build.generate({ format: "esm" });
  const script = output[0].code.replaceAll("</script", "<\\/script");
  const html = `<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"><body><script type="module">${script}</script>`;
  const server = http.createServer((request, response) => {
    if (request.url !== "/mcp") {
      response.setHeader("Content-Type", "text/html").end(html);
      return;
    }
    const known = Object.entries(request.headers).filter(([name]) => /^(?:accept|content-type|mcp-.*)$/.test(name));
    const options = { method: request.method, headers: Object.fromEntries(known) };
    const passed = http.request(target, options, (answer) => {
      response.writeHead(answer.statusCode, { "Content-Type": answer.headers["content-type"] ?? "text/plain" });
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}
