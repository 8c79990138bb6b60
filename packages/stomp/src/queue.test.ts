import { expect, it } from 'vitest';
import { WorkQueue } from './queue.ts';

it('the tasks of a connection run in the order in which they came', async () => {
  const queue = new WorkQueue({ maxOperations: 10, maxWaitingBytes: 10 });
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.add(() => promise, 1);
  for (const name of ['first', 'second', 'third']) queue.add(() => void order.push(name), 1);
  expect(order).toEqual([]);
  resolve();
  await promise;
  expect(order).toEqual(['first', 'second', 'third']);
});
