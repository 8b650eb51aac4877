// `npm run tables`: runs write-documents.ts, which Node 20 can't run by itself.
import path from "node:path";
import { runnerImport } from "vite";

await runnerImport(path.join(import.meta.dirname, "write-documents.ts"), { logLevel: "error" });
