import { setTimeout as sleep } from 'node:timers/promises';
import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { percentile } from '../measure.ts';
import { type Running, residentMb, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
/** The run's tenths: the first ones fill what is kept (compiled code, the young generation), and are not counted. */
const STEPS = 10;
const WARM_UP = 3;
const GROWTH_MB = 10;
/** Votes of the last minute are counted by account, in memory. */
const FORGET_MS = 61_000;

/** Memory in use in V8's heap as the process itself reports it, megabytes. */
const heapMb = async ({ port }: Running): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024;
};

/** What a process keeps after very many votes. */
const benchMemory = async (stage: Stage, { sized }: Ask): Promise<Finding[]> => {
  const total = sized(1_000, 200_000, 1_000_000);
  const settle = sized(0, 1_000, FORGET_MS);
  const owner = await connectOwner(stage);
  const laurel = await startLaurel(stage.env);
  const resident: number[] = [];
  const heap: number[] = [];
  try {
    for (let step = 0; step < STEPS; step++) {
      await castAll(laurel.port, CONNECTIONS, await votesOfVoters(stage, total / STEPS));
      if (step === WARM_UP - 1 || step === STEPS - 1) await sleep(settle);
      resident.push(residentMb(laurel.pid));
      heap.push(await heapMb(laurel));
    }
    await auditVotes(owner, total);
    const early = resident[WARM_UP - 1] ?? Number.NaN;
    const late = resident.at(-1) ?? Number.NaN;
    return [
      {
        id: 'memory.growth',
        what: `growth of a process from ${((total / STEPS) * WARM_UP).toLocaleString('en')} to ${total.toLocaleString('en')} votes`,
        value: late - early,
        unit: ' MB',
        digits: 1,
        goal: { atMost: GROWTH_MB },
        note: `resident ${resident.map((mb) => mb.toFixed(0)).join(' ')} MB, heap ${percentile(heap, 0.5).toFixed(0)} MB (middle)`,
      },
    ];
  } finally {
    await laurel.stop();
    await owner.end();
  }
};

export const memory: BenchCase = { name: 'memory', run: (ask) => onStage((stage) => benchMemory(stage, ask)) };
