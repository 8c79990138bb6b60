import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes each line to a file descriptor at once. A line that can't be written (the disk is full, nobody reads the pipe
 * any more) is dropped: whatever becomes of the log, people vote. pino's own destination throws into whoever wrote it.
 */
export const writeLinesTo = (fd: number): DestinationStream => ({
  write: (line) => {
    try {
      for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
    } catch {
      // There is nowhere to say so.
    }
  },
});
