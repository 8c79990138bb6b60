import { useCluster } from '@laurel/support/hooks';
import { newPerson } from '@laurel/support/people';
import type { ServerProcess } from '@laurel/support/process';
import { challengeIn, proofHeaders, solve } from '@laurel/support/proofs';
import { until } from '@laurel/support/until';
import { expect, it } from 'vitest';

const cluster = useCluster(2, undefined, { LIMITS_FLOOD_MAIL: '2' });

const requestMail = ({ origin }: ServerProcess, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/api/users/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ login: newPerson().email }),
  });

/** Sends requests until the process requires a proof. */
const challengeOf = (server: ServerProcess) =>
  until('a proof to be required', async () => {
    const answer = await requestMail(server);
    return answer.status === 428 ? challengeIn(await answer.json()) : undefined;
  });

it('of fifty identical concurrent proofs on two processes, one admits its request', async () => {
  const [one, two] = cluster.servers;
  if (!one || !two) throw new Error('two servers are needed');
  const challenge = await challengeOf(one);
  // The other process has counted nothing. It reads the flood from the database.
  await challengeOf(two);
  const headers = proofHeaders(await solve(challenge));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_each, index) => requestMail(index % 2 ? one : two, headers)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 428)).toHaveLength(49);
});
