#!/usr/bin/env node
// The command `dirleaf`: passes the process's arguments and streams to `runCommand`, and sets its exit code.
import { runCommand } from "./run-command.ts";

// No top-level await: the command is bundled as CommonJS, which starts a third faster than an ES module.
void runCommand(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
