// The error for a read that another process could not do for us.
import { toText, type ByteString } from "../../../core/byte-string.ts";
import type { RemoteQuestion } from "./remote-messages.ts";

/** The error for a question about the mount at `point`, as Node would throw it. */
export function remoteFailure(code: string, { task, root, names }: RemoteQuestion, point: ByteString): Error {
  const place = toText([root, ...names].join("/") as ByteString);
  return Object.assign(new Error(`${code}: ${task} '${place}', mounted at '${toText(point)}'`), { code });
}
