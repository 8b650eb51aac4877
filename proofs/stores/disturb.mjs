// A separate process that puts new keys all over the large bucket, and deletes one in twenty of the planned ones, until it is
// stopped. Prints when it starts, and how much it did at the end.
import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";

import { createClient } from "./fill-bucket.mjs";
import { planKeys, seededRandom, volatileKeys } from "./plan-keys.mjs";

const store = JSON.parse(process.env.DIRLEAF_TEST_STORE);
const client = createClient(store);
const planned = planKeys(store.keys);
const random = seededRandom(Date.now());
const volatile = volatileKeys(planned);
const counts = { put: 0, deleted: 0 };
const end = new AbortController();

/** A new key next to a planned one, or below it as if it were a directory. */
function nextToAny() {
  const key = planned[Math.floor(random() * planned.length)];
  return `${key}${["-new", "/new", "0", "//x"][Math.floor(random() * 4)]}`;
}

async function disturb() {
  while (!end.signal.aborted) {
    await client.send(new PutObjectCommand({ Bucket: store.bucket, Key: nextToAny(), Body: "", ContentLength: 0 }));
    counts.put += 1;
    const Key = volatile.splice(Math.floor(random() * volatile.length), 1)[0];
    if (Key !== undefined) {
      await client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key }));
      counts.deleted += 1;
    }
  }
}

process.once("SIGTERM", () => end.abort());
process.stdout.write("begun\n");
await Promise.all([disturb(), disturb(), disturb()]);
process.stdout.write(`${JSON.stringify(counts)}\n`);
client.destroy();
