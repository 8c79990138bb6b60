type Waiting<Value> = {
  key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
};

/**
 * Looks up keys together: one query at a time, for all keys asked for while the last one ran. However many ask, they
 * occupy one database connection. A value is always read after it was asked for.
 * @param lookUp returns the values of the keys that exist; its failure is the failure of every key it was given
 * @param atOnce the most keys of one query
 */
export const batched = <Value>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  atOnce: number,
): ((key: string) => Promise<Value | undefined>) => {
  let waiting: Waiting<Value>[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce);
      waiting = waiting.slice(atOnce);
      try {
        const values = await lookUp([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!running) void run();
    });
};
