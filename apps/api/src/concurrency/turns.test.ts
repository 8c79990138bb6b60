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

it('starts the third task of a key after the second, although the first has ended', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = inTurn('ada', async () => order.push('first'));
  const second = inTurn('ada', async () => {
    await held;
    order.push('second');
  });
  await first;
  const third = inTurn('ada', async () => order.push('third'));
  // A task of another key would have ended by then, and so would the third one.
  await inTurn('bob', async () => undefined);
  release();
  await Promise.all([second, third]);
  expect(order).toEqual(['first', 'second', 'third']);
});
