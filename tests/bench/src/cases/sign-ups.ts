import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '@laurel/api/rehearsal/requests';
import { cpuMs } from '../cpu.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { openPostOffice, welcome } from '../newcomers.ts';
import type { Running } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

type Plan = { processes: number; perSecond: number; seconds: number };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The processor time of the child processes of a process; of one that has just ended none. */
const childrenMs = (parent: number): number =>
  sum(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
          return after.split(' ')[1] === String(parent) ? cpuMs(Number(pid)) : 0;
        } catch {
          return 0;
        }
      }),
  );

/** Where the processor time of a sign-up goes, with several processes behind one PostgreSQL. */
const benchSignUps = async (stage: Stage, { processes, perSecond, seconds }: Plan): Promise<Finding[]> => {
  const office = stage.ends(await openPostOffice());
  const servers: Running[] = [];
  for (let each = 0; each < processes; each += 1) servers.push(await stage.laurel(office.env));
  const [postmaster] = readFileSync(join(stage.cluster, 'postmaster.pid'), 'utf8').split('\n');
  const signUpAll = (rate: number, time: number) =>
    Promise.all(servers.map(({ port }) => welcome(port, office, { perSecond: rate / processes, seconds: time })));
  // The first sign-ups run code that is not compiled yet.
  await signUpAll(perSecond, seconds / 2);
  const read = () => ({
    server: sum(servers.map(({ pid }) => cpuMs(pid))),
    hashes: sum(servers.map(({ pid }) => childrenMs(pid))),
    PostgreSQL: childrenMs(Number(postmaster)),
    generator: cpuMs(process.pid),
  });
  const before = read();
  const welcomed = await signUpAll(perSecond, seconds);
  const after = read();
  const spent = (part: keyof typeof before): number => (after[part] - before[part]) / (perSecond * seconds);
  const parts = (Object.keys(before) as (keyof typeof before)[]).map((part) => `${part} ${spent(part).toFixed(1)}`);
  const latencies = welcomed.flatMap((each) => each.latencies);
  const failures = welcomed.flatMap((each) => each.failures);
  const where = `${perSecond} sign-ups a second by ${processes} ${processes === 1 ? 'process' : 'processes'}`;
  return [
    {
      what: `${where}: processor time of each but the generator’s`,
      value: spent('server') + spent('hashes') + spent('PostgreSQL'),
      unit: ' ms',
      digits: 1,
      note: `${parts.join(', ')} ms; p99 of a call ${percentile(latencies, 0.99).toFixed(0)} ms`,
    },
    {
      what: `${where}: failed`,
      value: failures.length,
      unit: '',
      goal: { atMost: 0 },
      note: failures.slice(0, 2).join(', '),
    },
  ];
};

/** Complete sign-ups alone, by one, two and four processes. */
export const signUps: BenchCase = {
  name: 'sign-ups',
  onlyByName: true,
  run: async ({ sized }) => {
    const { rate, seconds } = sized({ rate: 1, seconds: 2 }, { rate: 10, seconds: 20 });
    const findings: Finding[] = [];
    for (const processes of sized([1], [1, 2, 4])) {
      findings.push(...(await onStage((stage) => benchSignUps(stage, { processes, perSecond: rate, seconds }))));
    }
    return findings;
  },
};
