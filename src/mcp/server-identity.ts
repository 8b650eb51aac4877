// Who this server says it is.
import { VERSION } from "../tooling/version.ts";

export const SERVER_IDENTITY: { readonly name: string; readonly version: string } = {
  name: "dirleaf",
  version: VERSION,
};
