// Who may call, and what the page may do: everything else is refused.
import assert from "node:assert/strict";
import http from "node:http";

import { FOREIGN_NAME } from "./browser.mjs";

export function securityChecks({ roots, browser }) {
  const root = roots.project;
  return [
    { title: "requests that are refused", root, run: ({ web }) => refusals(web) },
    { title: "no cookies, no redirects, no CORS headers, a strict policy", root, run: ({ web }) => headers(web) },
    { title: "the token leaves the address, and a reload works", root, run: tokenMoves },
    { title: "a tab without the token shows nothing", root, run: ({ web }) => withoutToken(browser, web) },
    { title: "a page on another port can't fetch or frame it", root, run: ({ web }) => fromElsewhere(browser, web) },
    { title: "a foreign name that leads here is refused", root, run: ({ web }) => byForeignName(browser, web) },
    { title: "markup and code can't be added to the page", root, run: injects },
  ];
}

/** Sends a request exactly as it is given. */
function send({ port }, { path = "/call", method = "POST", headers: given = {}, body = "" }) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, method, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    request.on("error", reject).end(body);
  });
}

function usual(web) {
  return {
    Host: `127.0.0.1:${web.port}`,
    Origin: `http://127.0.0.1:${web.port}`,
    Authorization: `Bearer ${web.token}`,
    "Content-Type": "application/json",
  };
}

async function refusals(web) {
  const body = JSON.stringify({ tool: "list_dir", arguments: '{"dir_path":"/"}', profile: "leaf" });
  const ask = async (changed, more = {}) => {
    const sent = JSON.parse(JSON.stringify({ ...usual(web), ...changed }));
    return (await send(web, { body, ...more, headers: sent })).status;
  };
  assert.equal(await ask({}), 200);
  assert.equal(await ask({ Host: `${FOREIGN_NAME}:${web.port}` }), 403);
  assert.equal(await ask({ Host: `localhost:${web.port}` }), 403);
  assert.equal(await ask({ Host: "127.0.0.1" }), 403);
  assert.equal(await ask({ Origin: `http://127.0.0.1:${Number(web.port) + 1}` }), 403);
  assert.equal(await ask({ Origin: `http://localhost:${web.port}` }), 403);
  assert.equal(await ask({ Origin: `https://127.0.0.1:${web.port}` }), 403);
  assert.equal(await ask({ Origin: "null" }), 403);
  assert.equal(await ask({ Origin: undefined }), 403);
  assert.equal(await ask({ Authorization: undefined }), 401);
  assert.equal(await ask({ Authorization: `Bearer ${web.token}x` }), 401);
  assert.equal(await ask({ Authorization: undefined, Cookie: `token=${web.token}` }), 401);
  assert.equal(await ask({ "Content-Type": "text/plain" }), 415);
  assert.equal(await ask({}, { method: "GET", body: "" }), 405);
  assert.equal(await ask({}, { method: "OPTIONS", body: "" }), 405);
  assert.equal(await ask({}, { path: "/call?token" }), 404);
  assert.equal(await ask({}, { path: "//call" }), 404);
  assert.equal(await ask({}, { path: "/#/../call" }), 404);
  assert.equal(await ask({}, { path: "/", method: "POST" }), 405);
  assert.equal(await ask({}, { body: "x".repeat(300_000) }).catch(() => 413), 413);
  assert.equal(await ask({}, { body: "[]" }), 400);
}

async function headers(web) {
  const answers = [
    await send(web, { path: "/", method: "GET", headers: usual(web) }),
    await send(web, { path: "/about", headers: usual(web), body: "{}" }),
    await send(web, { path: "/about", headers: { ...usual(web), Authorization: "" } }),
    await send(web, { path: "/none", method: "GET", headers: usual(web) }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 401, 404],
  );
  for (const answer of answers) {
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => /cookie|location|access-control/.test(name)),
      [],
    );
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.text.includes(web.token), false);
  }
  const policy = answers[0].headers["content-security-policy"];
  assert.match(
    policy,
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; connect-src 'self';/,
  );
  assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/);
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
  await page.getByText("open the address that dirleaf web printed").waitFor();
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
          { path: "call", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } },
          { path: "call", headers: { "Content-Type": "text/plain" } },
          { path: "about", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } },
        ];
        const answers = attempts.map(({ path, headers: sent }) =>
          fetch(url + path, { method: "POST", body: "{}", headers: sent }).then(
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
    assert.deepEqual(outcomes, ["blocked", "blocked", "blocked", "blocked"]);
    // What stands in the frame is the browser's own page about the refusal.
    const framed = page.frames()[1];
    assert.equal(framed.url().startsWith("chrome-error:"), true, framed.url());
  } finally {
    await context.close();
    server.close();
  }
}

async function byForeignName(browser, web) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const response = await page.goto(`http://${FOREIGN_NAME}:${web.port}/#${web.token}`);
  assert.equal(response.status(), 403);
  await context.close();
}

async function injects({ page }) {
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
  page.problems.length = 0;
}
