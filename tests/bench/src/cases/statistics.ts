import { availableParallelism } from 'node:os';
import pg from 'pg';
import { auditVotes, fillVotes } from '../fill.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { drive, repeat, requestBytes } from '../load.ts';
import { judge, race } from '../measure.ts';
import { pin, startLaurel, startRival } from '../processes.ts';
import { openStage } from '../stage.ts';

const CONNECTIONS = 32;
const ROUND_MS = 2_000;

/** A new Laurel with a number of stored votes. */
const openSite = async (size: number) => {
  const stage = await openStage();
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  await fillVotes(owner, size);
  await auditVotes(owner, size);
  await owner.end();
  const laurel = await startLaurel(stage.env);
  const { headers } = await fetch(`http://127.0.0.1:${laurel.port}/api/vote/statistics`);
  return {
    size,
    laurel,
    etag: headers.get('etag') ?? '',
    close: async () => {
      await laurel.stop();
      await stage.close();
    },
  };
};

/** GET /vote/statistics with and without an ETag, against Fastify's empty route. */
const benchStatistics = async (rounds: number, sizes: readonly number[]): Promise<Finding[]> => {
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  for (const size of sizes) sites.push(await openSite(size));
  const rival = await startRival('empty');
  for (const { pid } of [...sites.map(({ laurel }) => laurel), rival]) pin(pid, '0');
  pin(process.pid, '1');
  const run = async (port: number, request: Buffer): Promise<number> =>
    (await drive(port, CONNECTIONS, repeat(request, ROUND_MS))).perSecond;
  const ask = (what: string) =>
    sites.map(({ laurel, etag }) => {
      const extra = what === '304' ? { 'if-none-match': etag } : {};
      const request = requestBytes('GET', '/api/vote/statistics', extra);
      return () => run(laurel.port, request);
    });
  const empty = requestBytes('GET', '/');
  try {
    const findings: Finding[] = [];
    for (const what of ['304', '200, whole body']) {
      const sides = [() => run(rival.port, empty), ...ask(what)];
      await race(1, sides);
      const [theirs, ...ours] = await race(rounds, sides);
      for (const [index, { size }] of sites.entries()) {
        const about = `GET /vote/statistics (${what}), ${size.toLocaleString('en')} votes stored`;
        findings.push({
          id: `statistics.${what === '304' ? '304' : 'whole'}.${size}`,
          what: about,
          unit: 'requests/s',
          verdict: judge(ours[index], theirs),
        });
      }
    }
    return findings;
  } finally {
    pin(process.pid, `0-${availableParallelism() - 1}`);
    await rival.stop();
    for (const site of sites) await site.close();
  }
};

export const statistics: BenchCase = {
  name: 'statistics',
  run: ({ rounds, sized }) => benchStatistics(rounds, sized([10], [1_000], [1_000, 10_000_000])),
};
