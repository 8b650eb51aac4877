// `dirleaf web` as a user starts it, and its page in the system's Chromium, which notes everything that goes wrong in it.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { startServer } from "../processes.mjs";

/** Nothing takes that long on a slow machine but what says so itself. */
const PATIENCE_MS = 20_000;

const NOBODY = 65_534;

/** @param {string} modules Where playwright-core is installed. */
export async function launchBrowser(modules) {
  const { chromium } = await import(pathToFileURL(path.join(modules, "playwright-core/index.mjs")).href);
  const which = ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"];
  return chromium.launch({
    executablePath: execFileSync("sh", which, { encoding: "utf8" }).trim(),
    args: ["--no-sandbox"],
  });
}

/** A process with these options can't read what is locked, even if we could. */
export function withoutRights() {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/**
 * Starts the server, and reads the address that it prints. If an environment is given, the browser is opened, too.
 * @param {string} command The built command line.
 * @param {string | string[]} roots The server runs in the first one.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function startWeb(command, roots, env) {
  const [cwd, ...others] = [roots].flat();
  const words = [command, "web", ...(env === undefined ? ["--no-open"] : []), cwd, ...others];
  const options = { cwd, env: env ?? process.env, ...withoutRights() };
  const { url: address, stop } = await startServer(process.execPath, words, options);
  const [url, token] = address.split("#");
  return { address, url, token, stop };
}

/**
 * Opens a page. `problems` collects what it reports: errors, refused resources, and anything it loads from elsewhere.
 * @param {import("playwright-core").Browser} browser
 * @param {{ url: string, address: string }} web
 * @param {object} options Of the browser's context.
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} prepare Called before anything is loaded.
 */
export async function openPage(browser, web, options = {}, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(web.url) && !request.url().startsWith("data:")) {
      problems.push(`a request to ${request.url()}`);
    }
  });
  await prepare(page);
  await page.goto(web.address);
  // On a phone the tree is in a drawer.
  await page
    .getByRole("treeitem")
    .nth(1)
    .or(page.getByRole("button", { name: "Tree" }))
    .first()
    .waitFor();
  return { page, problems, close: () => context.close() };
}

/** Opens the drawer with the tree, where there is room for one side only. */
export async function openDrawer(page) {
  const button = page.locator(".drawer");
  if ((await button.isVisible()) && (await button.getAttribute("aria-expanded")) === "false") {
    await button.click();
  }
}

/** Chooses a tool, and shows its arguments. */
export async function chooseTool(page, name) {
  await page.getByLabel("tool", { exact: true }).first().selectOption(name);
  const arguments_ = page.locator(".call details").first();
  if ((await arguments_.getAttribute("open")) === null) {
    await arguments_.locator("summary").click();
  }
}

/** The row of the tree that has exactly this name. */
export function rowOf(page, name) {
  return page.getByRole("treeitem").filter({ has: page.getByText(name, { exact: true }) });
}
