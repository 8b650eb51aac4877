// The package's version, for front ends that report it. A test compares it with package.json.

export const VERSION = "0.1.0";
