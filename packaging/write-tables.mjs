// `npm run tables`: writes the tables in the documents anew, from the declarations of tools and options.
import fs from "node:fs";
import path from "node:path";
import { runnerImport } from "vite";

const project = path.join(import.meta.dirname, "..");
const { module } = await runnerImport(path.join(import.meta.dirname, "document-tables.ts"), { logLevel: "error" });
for (const name of module.DOCUMENTS) {
  const file = path.join(project, name);
  const before = fs.readFileSync(file, "utf8");
  const after = module.writeTables(before);
  if (after !== before) {
    fs.writeFileSync(file, after);
    console.log(`written: ${name}`);
  }
}
