// The program of a process that reads one upload and ends. reader.ts starts it and sends it the upload.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Upload } from '@laurel/catalog/read-upload';
import { readHere } from './read.ts';
import type { ReaderAnswer } from './reader.ts';

const answerTo = async (upload: Upload): Promise<ReaderAnswer> => {
  try {
    return await readHere(upload);
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

/** With this niceness a thread gets a tenth of a busy core (sched(7)), and all of an idle one. */
const NICENESS = 10;
setPriority(NICENESS);
try {
  // If memory runs out, Linux ends this process and not the server (proc(5)).
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another system has no such file.
}

process.once('message', (upload: Upload) => {
  void answerTo(upload).then((answer) => process.send?.(answer, () => process.disconnect()));
});
