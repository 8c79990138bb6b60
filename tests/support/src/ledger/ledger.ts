import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Entry, entrySchema, type Figures, figuresSchema, type Order } from './orders.ts';

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A process that is independent of the servers, and its book. */
export type Ledger = {
  /** Sends an order; resolves when it is done (a load: when it has started). */
  order(order: Order): Promise<Figures>;
  /** The lines of the book, read from the disk. @param from the octets to skip: an earlier `size()` */
  read(from?: number): Entry[];
  /** The size of the book in octets. */
  size(): number;
  close(): Promise<void>;
};

const reply = z.object({ id: z.number(), figures: figuresSchema });

const readFrom = (path: string, from: number): string => {
  const file = openSync(path, 'r');
  try {
    const content = Buffer.alloc(fstatSync(file).size - from);
    readSync(file, content, 0, content.length, from);
    return content.toString();
  } finally {
    closeSync(file);
  }
};

/** Starts a ledger with an empty book. */
export const startLedger = async (): Promise<Ledger> => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-ledger-'));
  const path = join(folder, 'book.jsonl');
  const child = fork(PROGRAM, [path], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const waiting = new Map<number, (figures: Figures) => void>();
  child.on('message', (message) => {
    const { id, figures } = reply.parse(message);
    waiting.get(id)?.(figures);
    waiting.delete(id);
  });
  let orders = 0;
  const order = (each: Order): Promise<Figures> =>
    Promise.race([
      new Promise<Figures>((resolve) => {
        orders += 1;
        waiting.set(orders, resolve);
        child.send({ id: orders, order: each });
      }),
      gone.then(() => Promise.reject(new Error('the ledger has ended'))),
    ]);
  await order({ do: 'figures' });
  return {
    order,
    read: (from = 0) =>
      readFrom(path, from)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => entrySchema.parse(JSON.parse(line))),
    size: () => statSync(path).size,
    close: async () => {
      if (child.connected) child.disconnect();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
