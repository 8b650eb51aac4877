// Another user of the machine looks for the token of `dirleaf mcp --http`.
import { expect, test } from "vitest";

import { watchAsAnotherUser } from "../support/another-user.ts";
import { makeFiles } from "../support/make-files.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { startHttpServer } from "../support/mcp-connection.ts";
import { ask, listDirCall } from "../support/raw-http.ts";

const TOKENS = {
  file: "a-token-in-a-file-0001",
  variable: "a-token-in-a-variable-1",
};

test("a token in a file or a variable is not seen by other users", async ({ skip }) => {
  const root = makeTree("a");
  const file = `${makeFiles(temporaryFolder(), { token: TOKENS.file })}/token`;
  const servers = await Promise.all([
    startHttpServer(["--token-file", file], root),
    startHttpServer([], root, [], { DIRLEAF_TOKEN: TOKENS.variable }),
  ]);
  const { words } = await watchAsAnotherUser(skip, temporaryFolder())();
  expect(Object.values(TOKENS).filter((token) => words.some((word) => word.includes(token)))).toEqual([]);
  for (const [index, token] of Object.values(TOKENS).entries()) {
    const call = (given: string) =>
      ask(servers[index]?.url as string, { body: listDirCall(root), headers: { authorization: `Bearer ${given}` } });
    expect(await call(token)).toMatch(/^HTTP\/1.1 200/);
    expect(await call(`${token}x`)).toMatch(/^HTTP\/1.1 401/);
  }
});
