/**
 * Texts in a storage of the browser. If the browser blocks the storage or it is full, a text lives as long as the page.
 * @param open returns the storage; it throws if the browser blocks it
 */
export const createTextStore = <Key extends string>(open: () => Storage) => {
  const memory = new Map<Key, string>();
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      return action(open());
    } catch {
      // A blocked storage holds nothing.
      return undefined;
    }
  };

  return {
    /** The text under a key; undefined if there is none. A text in memory could not be stored, so it is the newer one. */
    read: (key: Key): string | undefined => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    write: (key: Key, value: string): void => {
      try {
        open().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
        // After a reload, the old text would be taken for the current one.
        attempt((storage) => storage.removeItem(key));
      }
    },
    remove: (key: Key): void => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear: (): void => {
      memory.clear();
      attempt((storage) => storage.clear());
    },
  };
};
