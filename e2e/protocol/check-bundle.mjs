// Checks the MCP bundle as a host installs it: unpacked somewhere, and started as its manifest says.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { buildBundle, findPacker } from "../../scripts/build-mcpb.mjs";
import { inspectorOf } from "./check-inspector.mjs";
import { runProcess } from "../processes.mjs";

/** Builds, unpacks and runs the bundle. */
export async function checkBundle(programs, { folder, root, env }) {
  const bundle = await buildBundle(folder);
  const unpacked = path.join(folder, "unpacked");
  const { code, stderr } = await runProcess(process.execPath, [findPacker(), "unpack", bundle, unpacked], { env });
  assert.equal(code, 0, stderr);
  const { server, tools } = JSON.parse(fs.readFileSync(path.join(unpacked, "manifest.json"), "utf8"));
  const { command, args } = server.mcp_config;
  // What a host fills in: the bundle's folder, and one word for each folder that the user chose.
  const words = args.flatMap((word) =>
    word === "${user_config.roots}" ? [root] : word.replace("${__dirname}", unpacked),
  );
  const inspector = inspectorOf(programs, { target: [command, ...words], era: "modern", env });
  const listed = await inspector.listTools();
  assert.deepEqual(
    tools,
    listed.map(({ name, description }) => ({ name, description })),
    "the manifest's tools are not the server's",
  );
  const { text } = await inspector.callTool("list_dir", { dir_path: `${root}/src`, depth: 1 });
  assert.equal(text, `Absolute path: ${root}/src\napp/\nmain.ts\nutils.ts\nutils/`);
  return `${fs.statSync(bundle).size} bytes`;
}
