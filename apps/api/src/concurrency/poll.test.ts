import { expect, it } from 'vitest';
import { createPoll } from './poll.ts';

it('reports each outage once, and stops when it is closed', async () => {
  const answers = [true, false, false, true, false];
  let asked = 0;
  const troubles: unknown[] = [];
  const work = async (): Promise<void> => {
    asked += 1;
    if (answers[asked - 1] === false) throw new Error(`failure ${asked}`);
  };
  const poll = createPoll(1, work, (error) => troubles.push(error));
  poll.start();
  poll.start();
  await expect.poll(() => asked).toBeGreaterThan(answers.length);
  await poll.close();
  const last = asked;
  expect(troubles).toEqual([new Error('failure 2'), new Error('failure 5')]);
  await poll.close();
  expect(asked).toBe(last);
});
