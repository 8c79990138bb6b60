import { open } from 'node:fs/promises';
import type { Entry } from './orders.ts';

/** An append-only file, whose writes are synced to the disk. */
export type Book = { write(entry: Entry): Promise<void>; close(): Promise<void> };

type Waiting = { line: string; done(): void; failed(error: unknown): void };

/** Opens the book; lines that arrive during a write are written together. */
export const openBook = async (path: string): Promise<Book> => {
  const file = await open(path, 'a');
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(batch.map(({ line }) => line).join(''));
        await file.datasync();
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  };
  return {
    write: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, done, failed });
        writing ??= flush();
      }),
    close: async () => {
      await writing;
      await file.close();
    },
  };
};
