import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('keeps the order of one key, also after a failure, and runs other keys at once', async () => {
  const inTurn = createTurns();
  const said: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = inTurn('ada', async () => {
    await held;
    said.push('first');
    throw new Error('failed');
  });
  const second = inTurn('ada', async () => said.push('second'));
  await inTurn('bob', async () => said.push('other'));
  await inTurn(undefined, async () => said.push('nobody’s'));
  release();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(said).toEqual(['other', 'nobody’s', 'first', 'second']);
});
