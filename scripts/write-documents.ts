// `npm run tables`: updates what is generated in the documents about tools, options, exports and answers, and the version in the manifests.
import fs from "node:fs";
import path from "node:path";

import { API_PAGE, writeApiPage } from "./api-page.ts";
import { DOCUMENTS, writeTables } from "./document-tables.ts";
import { VERSIONED, writeVersion } from "./manifests.ts";

async function write(name: string, update: (before: string) => string | Promise<string>): Promise<void> {
  const file = path.join(import.meta.dirname, "..", name);
  const before = fs.readFileSync(file, "utf8");
  const after = await update(before);
  if (after !== before) {
    fs.writeFileSync(file, after);
    console.log(`written: ${name}`);
  }
}

for (const name of DOCUMENTS) {
  await write(name, writeTables);
}
await write(API_PAGE, writeApiPage);

const { version } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")) as {
  readonly version: string;
};
for (const name of VERSIONED) {
  await write(name, (before) => writeVersion(before, version));
}
