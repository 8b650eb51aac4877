// What the tests of the stores, which are TypeScript, take from here.
export declare function freePorts(count: number): Promise<number[]>;
