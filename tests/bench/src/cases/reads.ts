import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { cpuMs } from '../cpu.ts';
import type { BenchCase, Finding, Ratio } from '../finding.ts';
import { drive, repeat, requestBytes, requireStatus } from '../load.ts';
import { judgeBy, race } from '../measure.ts';
import { onOneCoreEach, type Running } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 32;
const PATHS = { statistics: '/api/vote/statistics', edition: '/api/edition' } as const;
type Name = keyof typeof PATHS;

/** The raw bytes of a response and its validator. */
const fetchRaw = (port: number, path: string, encoding: string): Promise<{ body: Buffer; etag: string }> =>
  new Promise((resolve, reject) => {
    request({ port, path, headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ body: Buffer.concat(chunks), etag: answer.headers.etag ?? '' }));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });

/** The minimum number of requests in a round. */
const FEWEST = 4 * CONNECTIONS;

type Done = { perSecond: number; perCpuSecond: number };
type Side = (milliseconds: number) => Promise<Done>;

/** Sends the same request repeatedly to a server. @throws Error for another status than `status` */
const asking =
  ({ port, pid }: Running, request: Buffer, status: string): Side =>
  async (milliseconds) => {
    const before = cpuMs(pid);
    const { perSecond, statuses, latencies } = await drive(port, CONNECTIONS, repeat(request, milliseconds, FEWEST));
    requireStatus(status, statuses);
    return { perSecond, perCpuSecond: (latencies.length * 1000) / (cpuMs(pid) - before) };
  };

/** A request to Laurel and its rivals. */
type Contest = {
  id: string;
  what: string;
  laurel: Side;
  rivals: { id: string; what: string; side: Side; goal?: number }[];
};

const compareAll = async (contest: Contest, rounds: number, milliseconds: number): Promise<Finding[]> => {
  const sides = [contest.laurel, ...contest.rivals.map(({ side }) => side)].map((side) => () => side(milliseconds));
  await race(1, sides);
  const [laurel, ...rivals] = await race(rounds, sides);
  return contest.rivals.flatMap(({ id, what, goal }, index): Ratio[] => {
    const of = (unit: keyof Done) => judgeBy((done) => done[unit], laurel, rivals[index]);
    const about = `${contest.what}, against ${what}`;
    const name = `reads.${contest.id}.${id}`;
    return [
      { id: name, what: about, unit: 'requests/s', verdict: of('perSecond'), ...(goal === undefined ? {} : { goal }) },
      { id: `${name}.cpu`, what: about, unit: 'requests per second of processor time', verdict: of('perCpuSecond') },
    ];
  });
};

/** The responses of a path, plain and with brotli. */
const variantsOf = async (laurel: Running, name: Name) => ({
  name,
  path: PATHS[name],
  plain: await fetchRaw(laurel.port, PATHS[name], 'identity'),
  brotli: await fetchRaw(laurel.port, PATHS[name], 'br'),
});
type Variants = Awaited<ReturnType<typeof variantsOf>>;

const contestsOf = (
  { name, path, plain, brotli }: Variants,
  { laurel, fastify }: { laurel: Running; fastify: Running },
): Contest[] => {
  const empty = { id: 'empty', what: 'Fastify’s empty route', side: asking(fastify, requestBytes('GET', '/'), '200') };
  const body = (encoding: 'identity' | 'br', size: number): Contest => {
    const file = `/${name}.${encoding === 'br' ? 'br' : 'json'}`;
    const ask = (server: Running, where: string) =>
      asking(server, requestBytes('GET', where, { 'accept-encoding': encoding }), '200');
    return {
      id: `${name}.${encoding === 'br' ? 'brotli' : 'whole'}`,
      what: `GET ${path}, ${encoding === 'br' ? 'brotli' : 'whole'} (${size.toLocaleString('en')} bytes)`,
      laurel: ask(laurel, path),
      rivals: [{ id: 'fastify', what: 'Fastify sending the same bytes', side: ask(fastify, file), goal: 0.9 }, empty],
    };
  };
  return [
    {
      id: `${name}.304`,
      what: `GET ${path}, 304`,
      laurel: asking(laurel, requestBytes('GET', path, { 'if-none-match': plain.etag }), '304'),
      rivals: [{ ...empty, goal: 0.9 }],
    },
    body('identity', plain.body.length),
    body('br', brotli.body.length),
  ];
};

/** The most frequent requests, in each of their forms. */
const benchReads = async (stage: Stage, rounds: number, milliseconds: number): Promise<Finding[]> => {
  const folder = stage.folder();
  const laurel = await stage.laurel();
  const answers = [await variantsOf(laurel, 'statistics'), await variantsOf(laurel, 'edition')];
  for (const { name, plain, brotli } of answers) {
    writeFileSync(join(folder, `${name}.json`), plain.body);
    writeFileSync(join(folder, `${name}.br`), brotli.body);
  }
  const fastify = await stage.rival('empty', { FOLDER: folder });
  const findings: Finding[] = [];
  await onOneCoreEach([laurel, fastify], async () => {
    for (const answer of answers) {
      for (const contest of contestsOf(answer, { laurel, fastify })) {
        findings.push(...(await compareAll(contest, rounds, milliseconds)));
      }
    }
  });
  return findings;
};

/** GET /vote/statistics and GET /edition, against Fastify's empty route, and Fastify with the same bytes. */
export const reads: BenchCase = {
  name: 'reads',
  run: ({ rounds, sized }) => onStage((stage) => benchReads(stage, rounds, sized(50, 1_000))),
};
