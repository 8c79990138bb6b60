/** Runs the tasks of one key in order, and those of different keys concurrently. A task without a key runs at once. */
export type Turns = <Result>(key: string | undefined, work: () => Promise<Result>) => Promise<Result>;

/** Creates the order of tasks within this process. */
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
