// The types of bundle.mjs, for the tests.
export declare function bundleCommand(folder: string): Promise<void>;
export declare function bundleMountReader(folder: string): Promise<void>;
export declare function bundleLibrary(folder: string): Promise<void>;
