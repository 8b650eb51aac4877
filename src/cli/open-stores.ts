// Opens the stores that a command line or a call names. Their code is loaded only then.
import type { AccessOptions } from "../operator/operator-options.ts";

/** How to reach a store, if the environment does not say. */
export interface StoreAddress {
  /**
   * Where the store is, for stores other than Amazon's.
   * @default the SDK's: AWS_ENDPOINT_URL_S3, the profile, else Amazon's
   */
  readonly endpoint?: string | undefined;
  /**
   * The region of the buckets.
   * @default the SDK's: AWS_REGION, the profile
   */
  readonly region?: string | undefined;
}

/** Whether a path is in a store and not on a disk. */
export function isStorePath(path: string): boolean {
  return path.startsWith("s3://");
}

/** Whether a text can be the address of a store: an http or https URL. */
export function isEndpoint(text: string): boolean {
  return /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : "");
}

/** The stores that these texts name; undefined if they name none. */
export async function openStores(texts: readonly string[], address: StoreAddress): Promise<AccessOptions["stores"]> {
  if (!texts.some((text) => text.includes("s3://"))) {
    return undefined;
  }
  // The SDK warns about an old Node each time it is loaded, which would be on every listing. That warning is for developers.
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
  const { s3 } = await import("../s3/s3.ts");
  return { s3: s3(address) };
}
