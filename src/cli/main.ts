#!/usr/bin/env node
// The command `dirleaf`: passes the process's arguments and streams to `runCommand`, and sets its exit code.
import { keepCompiledCode } from "./compiled-code.ts";
import { thisProcess } from "./this-process.ts";

const isServer = process.argv.includes("mcp");
const hasOptions = process.argv.some((word) => word.startsWith("-"));
keepCompiledCode(isServer ? "mcp" : hasOptions ? "options" : "list", process.env);

// Loaded only now, so that the compiled code is kept. No top-level await: the command is bundled as CommonJS, which starts a third
// faster than an ES module.
void import("./run-command.ts")
  .then(({ runCommand }) => runCommand(process.argv.slice(2), thisProcess()))
  .then((exitCode) => {
    process.exitCode = exitCode;
    if (!isServer) {
      // Everything is written by now. Without this Node would take its engine apart, which takes 2 ms.
      process.exit();
    }
  });
