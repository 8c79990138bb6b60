/** Runs work in turn for each key, and at once for different ones; without a key at once. */
export type Turns = <Result>(key: string | undefined, work: () => Promise<Result>) => Promise<Result>;

/** Turns of this process; across processes there are none. */
export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    if (key === undefined) return work();
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
