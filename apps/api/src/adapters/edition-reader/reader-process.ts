// The program of a process that reads one upload, or reads or changes one draft, and ends. reader.ts starts it and sends it the file.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { draftsHere, readHere } from './read.ts';
import type { ReaderAnswer, ReaderJob } from './reader.ts';

const read = (job: ReaderJob): Promise<ReaderAnswer> => {
  if (job.kind === 'draft') return draftsHere.changeDraft(job.files, job.change);
  return job.kind === 'match' ? draftsHere.matchPictures(job.names, job.owners) : readHere(job);
};

const answerTo = async (job: ReaderJob): Promise<ReaderAnswer> => {
  try {
    return await read(job);
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

process.once('message', (job: ReaderJob) => {
  void answerTo(job).then((answer) => process.send?.(answer, () => process.disconnect()));
});
