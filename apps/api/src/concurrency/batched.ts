type Waiting<Value> = {
  key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
};

/**
 * Batches lookups: one query at a time, for all keys requested during the last one. All requests use one database
 * connection. A value is always read after its request.
 * @param lookUp returns the values of the existing keys; if it fails, every key of the batch fails
 * @param atOnce the most keys of a query
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
