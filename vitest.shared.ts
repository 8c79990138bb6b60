import { availableParallelism } from 'node:os';

/** How all tests run. */
export const shared = {
  // Files share the modules of their worker, which hold no state: importing them for each file took half of the time.
  isolate: false,
  // By default a machine of two cores gets one worker.
  maxWorkers: availableParallelism(),
};
