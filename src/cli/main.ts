#!/usr/bin/env node
// The command `dirleaf`: passes the process's arguments and streams to `runCommand`, and sets its exit code.
import { runCommand } from "./run-command.ts";
import { thisProcess } from "./terminal-process.ts";

// No top-level await: the command is bundled as CommonJS, which starts a third faster than an ES module. All that can be written is written
// when the command ends. An exit at once saves the 2 ms that Node takes to shut down its engine, and waits for nobody who does not read.
void runCommand(process.argv.slice(2), thisProcess()).then((exitCode) => process.exit(exitCode));
