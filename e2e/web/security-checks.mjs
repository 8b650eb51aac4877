// What a browser must refuse: other pages, code that was added. Which requests the server refuses, its own tests say.
import assert from "node:assert/strict";
import http from "node:http";

export function securityChecks({ roots, browser }) {
  const root = roots.project;
  return [
    { title: "the token leaves the address, and a reload works", root, run: tokenMoves },
    { title: "a tab without the token shows nothing", root, run: ({ web }) => withoutToken(browser, web) },
    { title: "a page on another port can't fetch or frame it", root, run: ({ web }) => fromElsewhere(browser, web) },
    { title: "markup and code can't be added to the page", root, run: injects },
  ];
}

async function tokenMoves({ page, web }) {
  assert.equal(page.url(), web.url);
  await page.reload();
  await page.getByRole("treeitem").nth(1).waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
}

async function withoutToken(browser, web) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(web.url);
  assert.match(await page.getByRole("alert").innerText(), /Open the address/);
  await page.goto(`${web.url}#wrong`);
  await page.getByText("Open the address that dirleaf web printed").waitFor();
  assert.equal(await page.getByRole("treeitem").count(), 0);
  await context.close();
}

/** Another server of this machine, with a page that knows the address and even the token. */
async function fromElsewhere(browser, web) {
  const server = http.createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>elsewhere</title><iframe src="${web.url}"></iframe>`);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const outcomes = await page.evaluate(
      async ({ url, token }) => {
        const attempts = [
          { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
          { "Content-Type": "text/plain" },
        ];
        const answers = attempts.map((headers) =>
          fetch(`${url}mcp`, { method: "POST", body: "{}", headers }).then(
            ({ status }) => status,
            () => "blocked",
          ),
        );
        const opaque = fetch(url, { mode: "no-cors" }).then(
          ({ type }) => type,
          () => "blocked",
        );
        return Promise.all([...answers, opaque]);
      },
      { url: web.url, token: web.token },
    );
    assert.deepEqual(outcomes, ["blocked", "blocked", "blocked"]);
    // What stands in the frame is the browser's own page about the refusal.
    const framed = page.frames()[1];
    assert.equal(framed.url().startsWith("chrome-error:"), true, framed.url());
  } finally {
    await context.close();
    server.close();
  }
}

async function injects({ page, problems }) {
  const outcomes = await page.evaluate(() => {
    const tried = [];
    const attempt = (work) => {
      try {
        work();
        tried.push("done");
      } catch (error) {
        tried.push(error.name);
      }
    };
    const element = document.createElement("div");
    attempt(() => (element.innerHTML = "<img src=x onerror=alert(1)>"));
    attempt(() => (document.createElement("script").text = "alert(1)"));
    attempt(() => setTimeout("alert(1)"));
    attempt(() => trustedTypes.createPolicy("own", {}));
    return tried;
  });
  assert.deepEqual(outcomes, ["TypeError", "TypeError", "TypeError", "TypeError"]);
  // The browser reports each refusal: those were meant.
  problems.length = 0;
}
