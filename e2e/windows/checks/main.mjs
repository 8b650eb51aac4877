// Runs on Windows: the calls that are made in every place, the contract's vectors, and what is different on this system.
import { runChecks } from "./checks.mjs";
import { accessChecks } from "./access.mjs";
import { callChecks } from "./calls-here.mjs";
import { ignoreFileChecks } from "./ignore-files.mjs";
import { pathChecks } from "./paths.mjs";
import { processChecks } from "./processes-here.mjs";

console.log(`Node ${process.version} for ${process.platform} on ${process.arch}`);
const parts = [callChecks, pathChecks, accessChecks, ignoreFileChecks, processChecks];
process.exitCode = await runChecks(parts.flatMap((part) => part()));
