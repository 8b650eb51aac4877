// An endless bucket on loopback. Listing it takes as long as a test needs, on a machine of any speed.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";

import { makeFolder } from "./make-tree.ts";
import type { Cli } from "./run-cli.ts";

export interface EndlessBucket {
  /** The arguments that make the command list it. */
  readonly words: string;
  /** The environment variables that the command needs. */
  readonly env: Readonly<Record<string, string>>;
  /** How many requests have arrived. */
  asked(): number;
  /** Sends the held answers. Every answer is the last page from now on. */
  finish(): void;
}

export interface EndlessBucketOptions {
  /** How many keys an answer contains. */
  readonly keys: number;
  /** How many answers are sent immediately. The ones after that are held until `finish`. */
  readonly answers: number;
}

/** What a process with the SDK needs to talk to a store on loopback. */
export const SDK_ENVIRONMENT: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
};

/** Starts the store. It stops when the test ends. */
export async function endlessBucket({ keys, answers }: EndlessBucketOptions): Promise<EndlessBucket> {
  const held: (() => void)[] = [];
  let asked = 0;
  let isFinished = false;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://store");
    const answer = () => response.end(renderAnswer(url.searchParams, keys, isFinished));
    asked += 1;
    if (asked <= answers || isFinished) {
      answer();
    } else {
      held.push(answer);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    words: `--endpoint http://127.0.0.1:${(server.address() as AddressInfo).port} s3://bucket`,
    env: SDK_ENVIRONMENT,
    asked: () => asked,
    finish() {
      isFinished = true;
      held.splice(0).forEach((answer) => answer());
    },
  };
}

/** The command as if the SDK were installed too: a copy with our `node_modules` next to it. */
export function besideTheSdk(cli: Cli): Cli {
  const folder = makeFolder();
  fs.cpSync(path.join(cli.bundle, "../.."), folder, { recursive: true });
  const modules = path.join(import.meta.dirname, "../../node_modules");
  fs.symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  return cli.at(path.join(folder, path.basename(path.dirname(cli.bundle)), path.basename(cli.bundle)));
}

/** The keys are ascending numbers. */
function renderAnswer(wish: URLSearchParams, count: number, isLast: boolean): string {
  const start = Number(wish.get("continuation-token") ?? wish.get("start-after") ?? 0);
  const most = Math.min(count, Number(wish.get("max-keys")));
  const keys = Array.from({ length: most }, (_, index) => String(start + index + 1).padStart(12, "0"));
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join("");
  const more = isLast ? "" : `<NextContinuationToken>${keys.at(-1)}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${contents}${more}</ListBucketResult>`;
}
