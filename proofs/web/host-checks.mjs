// The page inside hosts that know MCP Apps: rendered, and used with calls from inside, in both eras.
import assert from "node:assert/strict";
import http from "node:http";
import path from "node:path";
import { rolldown } from "rolldown";

import { startServer } from "../start-server.mjs";

/** A host's client tries a stream that servers need not have. */
const TRIED_STREAM = /405 \(Method Not Allowed\)/;

const MODES = { old: "legacy", new: { pin: "2026-07-28" } };

export function hostChecks({ roots, browser, command }) {
  const root = roots.project;
  const checks = Object.entries(MODES).flatMap(([era, mode]) =>
    [true, false].map((sendsInput) => ({
      title: `MCP App, ${era} era, on the official AppBridge, ${sendsInput ? "with" : "without"} the call's input`,
      root,
      run: async () => inHost({ browser, command, root, mode, sendsInput }, use),
    })),
  );
  const poor = { browser, command, root, mode: MODES.new, sendsInput: false, dropsData: true };
  return [
    ...checks,
    { title: "MCP App, in a host that drops the request for data", root, run: async () => inHost(poor, readText) },
  ];
}

/** Without data there is no tree, but what the model sees. */
async function readText(app, root) {
  await app.getByRole("treeitem").filter({ hasText: "no data" }).waitFor();
  await app
    .locator(".answer pre")
    .filter({ hasText: `Absolute path: ${root}` })
    .waitFor();
}

async function inHost({ browser, command, root, mode, sendsInput, dropsData = false }, useApp) {
  const env = { PATH: process.env.PATH };
  const mcp = await startServer(process.execPath, [command, "mcp", "--ui", "--http", "--port", "0", root], {
    env,
    cwd: root,
  });
  const host = await serveHost(mcp.url);
  const context = await browser.newContext({ colorScheme: "light" });
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on(
      "console",
      (message) => message.type() === "error" && !TRIED_STREAM.test(message.text()) && problems.push(message.text()),
    );
    const options = { mode, theme: "dark", sendsInput, dropsData, arguments: { dir_path: root } };
    await page.goto(`${host.url}#${encodeURIComponent(JSON.stringify(options))}`);
    const app = page.frameLocator("iframe");
    await useApp(app, root);
    const ground = () => app.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await ground(), "rgb(22, 25, 26)");
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

/** Uses the page as a user of any host does: every step is a call from inside. */
export async function use(app, root) {
  const row = (name) => app.getByRole("treeitem").filter({ has: app.getByText(name, { exact: true }) });
  await row("data/").filter({ hasText: "450" }).waitFor();
  // The frame may be so small that this row is not drawn.
  await app.getByPlaceholder("Jump to name").fill("src/");
  await app.getByPlaceholder("Jump to name").press("Enter");
  await row("src/").click();
  await app
    .locator(".answer pre")
    .filter({ hasText: `Absolute path: ${root}/src` })
    .waitFor();
  await app.getByRole("searchbox").fill("rule-00[12].ts");
  await app.getByText(/^2 found/).waitFor();
  await app.getByRole("searchbox").fill("");
  await app.getByRole("tab", { name: "Treemap" }).click();
  await app.getByRole("table").getByRole("button", { name: "core/" }).click();
  await app.getByRole("table").getByText("12 files").waitFor();
  await app.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "core/" }).waitFor();
  await app.getByRole("button", { name: "Up" }).click();
  await app.getByRole("table").getByRole("button", { name: "core/" }).waitFor();
}

/** Serves the small host, and passes its calls on to the MCP server, which answers no foreign pages. */
async function serveHost(target) {
  const input = path.join(import.meta.dirname, "programs/host.mjs");
  const build = await rolldown({ input, platform: "browser" });
  const { output } = await build.generate({ format: "esm" });
  const html = `<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"><body><script type="module">${output[0].code.replaceAll("</script", "<\\/script")}</script>`;
  const server = http.createServer(async (request, response) => {
    if (request.url !== "/mcp") {
      response.setHeader("Content-Type", "text/html").end(html);
      return;
    }
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const body = request.method === "POST" ? Buffer.concat(chunks) : undefined;
    const answer = await fetch(target, { method: request.method, headers: pick(request.headers), body });
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The headers that mean something to an MCP server. */
function pick(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(?:accept|content-type|mcp-.*)$/.test(name)));
}
