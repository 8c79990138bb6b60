import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs tasks of one key in order, also after a failure, and other keys in parallel', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = inTurn('ada', async () => {
    await held;
    order.push('first');
    throw new Error('failed');
  });
  const second = inTurn('ada', async () => order.push('second'));
  await inTurn('bob', async () => order.push('other'));
  await inTurn(undefined, async () => order.push('nobody’s'));
  release();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['other', 'nobody’s', 'first', 'second']);
});
