export declare function planKeys(count: number): string[];
export declare function seededRandom(seed: number): () => number;
