// `pnpm bench:stack`: votes through Caddy against votes to a copy of the app itself, with one and three copies; then the votes
// lost in rolling restarts and crashes under load. Needs the images `laurel:local` and `laurel-backup:local`.

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { parseArgs } from 'node:util';
import { drive, requestBytes, requireStatus } from '@laurel/bench/load';
import { median } from '@laurel/bench/measure';
import { LOST } from '@laurel/support/ledger/compare';
import { until } from '@laurel/support/until';
import { makeVoters, readCategories, startCrowd } from './crowd.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { docker } from './docker.ts';
import { startOutside } from './outside.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, times: { type: 'string', default: '20' } },
});
const CONNECTIONS = 64;
const VOTERS = 250;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Casts the votes of new voters over some connections. Returns votes per second. */
const castAll = async (deployment: Deployment, dial: Parameters<typeof drive>[0]): Promise<number> => {
  const categories = await readCategories(deployment);
  const voters = await makeVoters(deployment, VOTERS);
  const requests = categories.flatMap((nominees) =>
    voters.map(({ token }, index) => {
      const vote = JSON.stringify(nominees[index % nominees.length]);
      return requestBytes('POST', '/api/vote', { authorization: `Bearer ${token}` }, vote);
    }),
  );
  const { perSecond, statuses } = await drive(dial, CONNECTIONS, () => requests.pop());
  requireStatus('201', statuses);
  return perSecond;
};

const measureSpeed = async (deployment: Deployment, copies: number): Promise<void> => {
  const address = await deployment.addressOf(await deployment.id('app'), 'edge');
  const port = Number(deployment.ports.https);
  const direct = () => connect(8080, address);
  const throughCaddy = () =>
    connectTls({ host: '127.0.0.1', port, servername: 'localhost', ALPNProtocols: ['http/1.1'] });
  const figures = { direct: [] as number[], throughCaddy: [] as number[] };
  await castAll(deployment, throughCaddy);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    figures.direct.push(await castAll(deployment, direct));
    figures.throughCaddy.push(await castAll(deployment, throughCaddy));
  }
  const ratio = median(figures.throughCaddy.map((figure, round) => figure / (figures.direct[round] ?? 1)));
  say(
    `${copies} copies: ${Math.round(median(figures.throughCaddy))} votes/s through Caddy over TLS, ` +
      `${Math.round(median(figures.direct))} to one copy itself: ${ratio.toFixed(2)} × (${values.rounds} rounds of ${VOTERS * 22} votes, ${CONNECTIONS} connections)`,
  );
};

/** Votes during a repeated disturbance. Returns the acknowledged votes that are missing. */
const countLosses = async (deployment: Deployment, what: string, happen: (round: number) => Promise<unknown>) => {
  const times = Number(values.times);
  const figures = { acknowledged: 0, lost: 0, troubles: 0, silence: [] as number[] };
  for (let round = 0; round < times; round += 1) {
    const crowd = await startCrowd(deployment, 2_000, 16);
    // Real time: the disturbance comes in the middle of the load.
    await sleep(1_000);
    await happen(round);
    const before = crowd.acknowledged();
    await until('a vote to be taken again', () => crowd.acknowledged() > before);
    const { acknowledged, refused, silence, problems } = await crowd.stop();
    figures.acknowledged += acknowledged;
    figures.troubles += Object.values(refused).reduce((sum, count) => sum + count, 0);
    figures.silence.push(silence);
    figures.lost += (await problems()).filter((each) => LOST.test(each)).length;
  }
  say(
    `${times} × ${what}: ${figures.lost} of ${figures.acknowledged} acknowledged votes lost, ${figures.troubles} requests refused, ` +
      `longest silence ${Math.round(median(figures.silence))} ms (at most ${Math.round(Math.max(...figures.silence))})`,
  );
};

const outside = await startOutside();
const deployment = await createDeployment(outside, 1);
try {
  const since = performance.now();
  await deployment.up();
  await deployment.trustCaddy();
  say(`healthy after ${((performance.now() - since) / 1000).toFixed(1)} s`);
  await measureSpeed(deployment, 1);
  deployment.set({ APP_REPLICAS: '3' });
  await deployment.up();
  await measureSpeed(deployment, 3);
  if (Number(values.times) > 0) {
    await countLosses(deployment, 'rolling restart of three copies', async () => {
      for (const id of await deployment.containers('app')) {
        await docker(['restart', id]);
        await deployment.up();
      }
    });
    const services = ['app', 'postgres', 'caddy'];
    await countLosses(deployment, 'kill -9 of every app, PostgreSQL or Caddy in turn', async (round) => {
      await docker(['kill', '--signal', 'KILL', ...(await deployment.containers(services[round % 3] ?? ''))]);
      await deployment.up();
    });
  }
} finally {
  await deployment.remove();
  await outside.close();
}
