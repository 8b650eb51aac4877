#!/usr/bin/env node
// The command `dirleaf`: hands the process's arguments and streams to `runCommand`, and takes its exit code.
import { runCommand } from "./run-command.ts";

// No top-level await: the command is bundled as CommonJS, which starts a third faster than a module does.
void runCommand(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
