import { setTimeout as sleep } from 'node:timers/promises';
import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { openInspector } from '../heap.ts';
import { residentMb, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
/** The first steps fill caches (compiled code, the young generation) and do not count. */
const WARM_UP = 3;
const GROWTH_MB = 10;
/** Votes of the last minute are counted per account in memory. */
const FORGET_MS = 61_000;

/** The memory of a process after many votes. */
const benchMemory = async (stage: Stage, { sized }: Ask): Promise<Finding[]> => {
  const steps = sized(4, 10);
  const total = sized(1_000, 200_000, 1_000_000);
  const forgetMs = sized(0, FORGET_MS);
  const owner = await connectOwner(stage);
  const inspector = await openInspector();
  const laurel = await startLaurel({ ...stage.env, ...inspector.env });
  const resident: number[] = [];
  const heap: number[] = [];
  try {
    for (let step = 0; step < steps; step++) {
      await castAll(laurel.port, CONNECTIONS, await votesOfVoters(stage, total / steps));
      if (step === WARM_UP - 1 || step === steps - 1) await sleep(forgetMs);
      resident.push(residentMb(laurel.pid));
      heap.push(await inspector.heapMb());
    }
    await auditVotes(owner, total);
    const about = `from ${((total / steps) * WARM_UP).toLocaleString('en')} to ${total.toLocaleString('en')} votes`;
    const growth = (megabytes: readonly number[]): number =>
      (megabytes.at(-1) ?? Number.NaN) - (megabytes[WARM_UP - 1] ?? Number.NaN);
    const figure = (id: string, what: string, megabytes: readonly number[]): Finding => ({
      id,
      what: `growth of ${what}, ${about}`,
      value: growth(megabytes),
      unit: ' MB',
      digits: 1,
      goal: { atMost: GROWTH_MB },
      note: megabytes.map((mb) => mb.toFixed(0)).join(' '),
    });
    return [
      figure('memory.heap', 'what is in use after a collection', heap),
      figure('memory.resident', "a process's resident memory", resident),
    ];
  } finally {
    await laurel.stop();
    await owner.end();
  }
};

export const memory: BenchCase = { name: 'memory', run: (ask) => onStage((stage) => benchMemory(stage, ask)) };
