import { connectOwner } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { drive, repeat, requestBytes, requireStatus } from '../load.ts';
import { judge, raceWarm } from '../measure.ts';
import { onOneCoreEach } from '../pinning.ts';
import { startLaurel, startRival } from '../processes.ts';
import { openStage } from '../stage.ts';

const CONNECTIONS = 32;
const ROUND_MS = 2_000;

/** A new Laurel with a number of stored votes. */
const openSite = async (size: number) => {
  const stage = await openStage();
  const owner = await connectOwner(stage);
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
const benchStatistics = async (rounds: number, sizes: readonly number[], roundMs: number): Promise<Finding[]> => {
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  for (const size of sizes) sites.push(await openSite(size));
  const rival = await startRival('empty');
  const run = async (port: number, request: Buffer, status: string): Promise<number> => {
    const { perSecond, statuses } = await drive(port, CONNECTIONS, repeat(request, roundMs, CONNECTIONS));
    requireStatus(status, statuses);
    return perSecond;
  };
  const ask = (status: string) =>
    sites.map(({ laurel, etag }) => {
      const extra = status === '304' ? { 'if-none-match': etag } : {};
      const request = requestBytes('GET', '/api/vote/statistics', extra);
      return () => run(laurel.port, request, status);
    });
  const empty = requestBytes('GET', '/');
  const findings: Finding[] = [];
  try {
    await onOneCoreEach([...sites.map(({ laurel }) => laurel), rival], async () => {
      for (const [status, what, name] of [
        ['304', '304', '304'],
        ['200', '200, whole body', 'whole'],
      ] as const) {
        const sides = [() => run(rival.port, empty, '200'), ...ask(status)];
        const [theirs, ...ours] = await raceWarm(rounds, sides);
        for (const [index, { size }] of sites.entries()) {
          findings.push({
            id: `statistics.${name}.${size}`,
            what: `GET /vote/statistics (${what}), ${size.toLocaleString('en')} votes stored`,
            unit: 'requests/s',
            verdict: judge(ours[index], theirs),
          });
        }
      }
    });
    return findings;
  } finally {
    await rival.stop();
    for (const site of sites) await site.close();
  }
};

export const statistics: BenchCase = {
  name: 'statistics',
  run: ({ rounds, sized }) => benchStatistics(rounds, sized([10], [1_000], [1_000, 10_000_000]), sized(50, ROUND_MS)),
};
