// Another process swaps directories for links as fast as it can while listings run. Not one line from outside may appear.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";

const LISTINGS = inDepth(100, 10_000);

/** Swaps directories and links to the outside back and forth, at two levels, until the test disconnects. */
const SWAPPER = `
const fs = require("node:fs");
const [, folder, ...directories] = process.argv;
process.chdir(folder);
let swaps = 0;
let running = true;
process.on("disconnect", () => { running = false; });
process.on("message", () => { process.send(swaps); });
function swap(directory) {
  fs.renameSync(directory, directory + ".real");
  fs.renameSync(directory + ".link", directory);
  swaps += 1;
  fs.renameSync(directory, directory + ".link");
  fs.renameSync(directory + ".real", directory);
}
function turn() {
  for (let count = 0; count < 200; count += 1) {
    directories.forEach(swap);
  }
  if (running) setImmediate(turn);
}
turn();
`;

test.each([
  ["in a root", "in", ["in/a", "in/b/c", "in/b"]],
  ["on the way to a root", "in/b", ["in/b", "in"]],
])(`${LISTINGS} listings stay inside while directories %s are swapped for links`, async (_, root, swapped) => {
  const folder = makeTree(
    "in/",
    "in/a/",
    "in/a/inside",
    "in/b/",
    "in/b/c/",
    "in/b/c/inside",
    "out/",
    "out/SECRET",
    "out/c/",
    "out/c/SECRET",
    "out/b/",
    "out/b/SECRET",
  );
  // Rules from outside would hide what is inside.
  for (const directory of ["out", "out/c", "out/b"]) {
    fs.writeFileSync(path.join(folder, directory, ".gitignore"), "inside\n");
  }
  for (const link of swapped) {
    fs.symlinkSync(path.join(folder, "out"), path.join(folder, `${link}.link`));
  }
  const router = createToolRouter({ roots: [path.join(folder, root)] });
  // The first listing finds out where the root is.
  const first = { type: "function", arguments: JSON.stringify({ path: path.join(folder, root) }) } as const;
  await router.dispatch({ toolName: "list_directory", callId: "0", payload: first });
  const swapper = spawn(process.execPath, ["-e", SWAPPER, folder, ...swapped], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The folder is removed after this, and must not change while it is.
  onTestFinished(async () => {
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  });
  const outcomes = { listed: 0, refused: 0 };
  let swaps = 0;
  swapper.on("message", (count) => (swaps = count as number));
  // Enough once both sides have worked: at least one root was refused because it was a link just then, and there were more swaps
  // than listings. A busy machine takes longer.
  const isEnough = () => outcomes.refused > 0 && swaps > LISTINGS;
  for (let listing = 0; listing < LISTINGS || !isEnough(); listing += 1) {
    const [toolName, args] = callOf(folder, root, listing);
    const payload = { type: "function", arguments: JSON.stringify(args) } as const;
    const text = await router.dispatch({ toolName, callId: "1", payload }).then(
      ({ content }) => {
        outcomes.listed += 1;
        return content;
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(FunctionCallError);
        expect(error).toHaveProperty("kind", "respond_to_model");
        outcomes.refused += 1;
        return (error as Error).message;
      },
    );
    expect(text).not.toContain("SECRET");
    if (text.startsWith("Absolute path: ")) {
      // A directory that was read, in a tree or on its own, shows its contents.
      expect(text).not.toMatch(/^( *)[ac]\/$(?!\n\1 {2}inside$)/m);
    }
    if (listing % 100 === 0) {
      swapper.send("how many?");
      await new Promise((turn) => {
        setImmediate(turn);
      });
    }
  }
  expect(outcomes.listed).toBeGreaterThan(LISTINGS / 10);
});

function callOf(folder: string, root: string, listing: number): [string, object] {
  const place = `${folder}/${root}`;
  switch (listing % 5) {
    case 0:
      return ["list_dir", { dir_path: `${folder}/in/b`, depth: 3, gitignore: "omit" }];
    case 1:
      return ["list_dir", { dir_path: place, depth: 4, order: "tree", after: "b/" }];
    case 2:
      return ["list_directory", { path: place, recursive: true }];
    case 3:
      return ["list_dir", { dir_path: place, depth: 4, order: "tree", gitignore: "omit" }];
    default:
      return ["list_dir", { dir_path: place, depth: 4 }];
  }
}
