// The package's version, for faces that tell it. A test holds it against package.json.

export const VERSION = "0.1.0";
