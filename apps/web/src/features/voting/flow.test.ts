import { expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { failureOf } from '../../lib/failure-details.ts';
import { refused } from '../../testing/failures.ts';
import { isInDoubt } from './flow.ts';

it('a refused vote is in doubt unless the server says that it is not recorded', () => {
  expect(isInDoubt(connectionLost())).toBe(true);
  expect(isInDoubt(refused('vote.in_doubt'))).toBe(true);
  expect(isInDoubt(failureOf(502, '<html>Bad gateway</html>'))).toBe(true);
  expect(isInDoubt(refused('server.unavailable'))).toBe(false);
  expect(isInDoubt(refused('social.unverified'))).toBe(false);
});
