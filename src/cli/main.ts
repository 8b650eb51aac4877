#!/usr/bin/env node
// The command `dirleaf`: passes the process's arguments and streams to `runCommand`, and sets its exit code.
import { runCommand } from "./run-command.ts";
import { thisProcess } from "./terminal-process.ts";

// No top-level await: the command is bundled as CommonJS, which starts a third faster than an ES module. All output is
// written when the command ends. An explicit exit saves 2 ms of shutting Node down, and does not wait for clients that have stopped reading.
void runCommand(process.argv.slice(2), thisProcess()).then((exitCode) => process.exit(exitCode));
