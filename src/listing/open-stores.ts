// The stores that a program's own words name, opened only where they do: the code for them is loaded then.
import type { FileSystem } from "../core/file-system.ts";

/** How a store is reached, so far as the environment does not tell. */
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

/** Whether a path lies in a store and not on a disk. */
export function isStorePath(path: string): boolean {
  return path.startsWith("s3://");
}

/** The stores that these texts name, or nothing where they name none. */
export async function openStores(
  texts: readonly string[],
  address: StoreAddress,
): Promise<Readonly<Record<string, FileSystem>> | undefined> {
  if (!texts.some((text) => text.includes("s3://"))) {
    return undefined;
  }
  // The SDK warns of an old Node whenever it is loaded, which is at every listing: this is for those who develop with it.
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
  const { s3 } = await import("../backends/s3/s3.ts");
  return { s3: s3(address) };
}
