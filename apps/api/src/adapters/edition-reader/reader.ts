import { fork } from 'node:child_process';
import type { Upload } from '@laurel/catalog/read-upload';
import type { EditionReader, FileJob, FileReader, Refusal } from './port.ts';

type Outcome = Awaited<ReturnType<EditionReader['read']>> | Awaited<ReturnType<FileReader[keyof FileReader]>>;
/** The message to the process. */
export type ReaderJob = Upload | FileJob;
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
 * Reads each upload in a process of its own, which ends after it: what an organiser sends can then neither keep the server
 * busy, nor fill its memory, nor crash it. The process is killed when it has used up its time.
 */
export const createEditionReader = ({ timeMs, heapMb } = LIMITS): EditionReader & FileReader => {
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
    readSheet: async (content, name) => {
      const answer = await ask({ kind: 'sheet', content, name });
      return 'sheet' in answer || 'refused' in answer ? answer : unexpected();
    },
    readNominees: async (table, columns, known) => {
      const answer = await ask({ kind: 'nominees', table, columns, known });
      return 'nominees' in answer || 'refused' in answer ? answer : unexpected();
    },
    preparePicture: async (content, name, use) => {
      const answer = await ask({ kind: 'picture', content, name, use });
      return 'prepared' in answer || 'refused' in answer ? answer : unexpected();
    },
  };
};
