import { fork } from 'node:child_process';
import type { Upload } from '@laurel/catalog/read-upload';
import type { DraftJob, DraftReader, EditionReader, Refusal } from './port.ts';

type Outcome = Awaited<ReturnType<EditionReader['read']>> | Awaited<ReturnType<DraftReader[keyof DraftReader]>>;
/** The message to the process. */
export type ReaderJob = Upload | DraftJob;
/** The message of the process. */
export type ReaderAnswer = Outcome | { failed: string };

const PROGRAM = new URL('./reader-process.ts', import.meta.url);

/** The largest edition takes four seconds of an idle core, ten times as long on a busy one, and 260 MB. */
const LIMITS = { timeMs: 300_000, heapMb: 384 };

const TOO_HEAVY: { refused: Refusal } = { refused: { rule: 'heavy', entry: '' } };

const unexpected = (): never => {
  throw new Error('the process that reads uploads answered another question');
};

/**
 * Reads each upload, and each draft, in a process of its own, which ends after it: what an organiser sends can then neither keep the server
 * busy, nor fill its memory, nor crash it. The process is killed when it has used up its time.
 */
export const createEditionReader = ({ timeMs, heapMb } = LIMITS): EditionReader & DraftReader => {
  const ask = (job: ReaderJob): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      // Without the environment variables of this process, which hold secrets.
      const child = fork(PROGRAM, {
        execArgv: [`--max-old-space-size=${heapMb}`],
        env: { UV_THREADPOOL_SIZE: '2' },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const timeout = setTimeout(() => child.kill('SIGKILL'), timeMs);
      let answer: ReaderAnswer = TOO_HEAVY;
      child.once('message', (message: ReaderAnswer) => {
        answer = message;
      });
      child.once('error', reject);
      child.once('close', () => {
        clearTimeout(timeout);
        if ('failed' in answer) reject(new Error(`the process that reads uploads failed: ${answer.failed}`));
        else resolve(answer);
      });
      // If the process has ended before, it sends no answer.
      child.send(job satisfies ReaderJob, () => undefined);
    });
  return {
    read: async (upload) => {
      const answer = await ask(upload);
      return 'read' in answer || 'refused' in answer ? answer : unexpected();
    },
    changeDraft: async (files, change) => {
      const answer = await ask({ kind: 'draft', files, change });
      return 'draft' in answer || 'refused' in answer ? answer : unexpected();
    },
    matchPictures: async (names, owners) => {
      const answer = await ask({ kind: 'match', names, owners });
      return 'matched' in answer || 'refused' in answer ? answer : unexpected();
    },
  };
};
