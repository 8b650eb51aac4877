export declare function planKeys(count: number): string[];
export declare function volatileKeys(planned: readonly string[]): string[];
export declare function seededRandom(seed: number): () => number;
