import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The octets in use after a garbage collection: objects, and their memory outside of the heap. */
export const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') for (let times = 0; times < 3; times++) collect();
  // `external` includes `arrayBuffers`.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
