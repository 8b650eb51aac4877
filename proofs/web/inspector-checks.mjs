// The page in the official Inspector, which shows MCP Apps.
import { randomBytes } from "node:crypto";
import net from "node:net";

import { startProcess } from "../run-process.mjs";
import { startServer } from "../start-server.mjs";
import { use } from "./host-checks.mjs";

export function inspectorChecks({ roots, browser, command, folder, node, inspector }) {
  const root = roots.project;
  return [
    {
      title: "MCP App, in the official Inspector",
      root,
      run: async () => inInspector({ browser, command, root, folder, node, inspector }),
    },
  ];
}

async function inInspector({ browser, command, root, folder, node, inspector }) {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const token = randomBytes(16).toString("hex");
  const env = {
    PATH: process.env.PATH,
    // It keeps files in the home directory.
    HOME: folder,
    HOST: "127.0.0.1",
    CLIENT_PORT: String(port),
    MCP_SANDBOX_PORT: String(sandboxPort),
    MCP_AUTO_OPEN_ENABLED: "false",
    MCP_INSPECTOR_API_TOKEN: token,
  };
  const words = [command, "mcp", "--ui", "--http", "--port", "0", "--allow-host", `127.0.0.1:${port}`, root];
  const mcp = await startServer(process.execPath, words, { env: { PATH: process.env.PATH }, cwd: root });
  const program = startProcess(node, [inspector, "--web"], { env });
  program.stdout.resume();
  program.stderr.resume();
  const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
  try {
    await waitForPort(port);
    const page = await context.newPage();
    const address = new URL(`http://127.0.0.1:${port}/`);
    const given = Buffer.from(JSON.stringify({ dir_path: root })).toString("base64url");
    const asked = {
      serverUrl: mcp.url,
      transport: "http",
      autoConnect: token,
      openApp: "show_dir",
      appArgs: given,
      autoOpen: token,
    };
    address.search = new URLSearchParams(asked).toString();
    await page.goto(address.href);
    await page.locator('[data-app-status="ready"]').waitFor({ timeout: 60_000 });
    const frame = await findApp(page);
    await use(frame, root);
  } finally {
    await context.close();
    program.kill("SIGTERM");
    await mcp.stop();
  }
}

/** The frame that the page is in, however many are around it. */
async function findApp(page) {
  for (let turn = 0; turn < 200; turn += 1) {
    for (const frame of page.frames()) {
      if (
        (await frame
          .getByRole("tree")
          .count()
          .catch(() => 0)) > 0
      ) {
        return frame;
      }
    }
    await page.waitForTimeout(100);
  }
  throw new Error("the Inspector shows no tree");
}

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function waitForPort(port) {
  for (let turn = 0; turn < 300; turn += 1) {
    const isOpen = await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (isOpen) {
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error("the Inspector does not listen");
}
