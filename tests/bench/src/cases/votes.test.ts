import { describe, expect, it } from 'vitest';
import { CONSOLE_CALLS } from '../console-calls.ts';
import { askFor, type BenchCase, describeFinding } from '../finding.ts';
import { consoleCase } from './console.ts';
import { exclusions } from './exclusions.ts';
import { log } from './log.ts';
import { login } from './login.ts';
import { memory } from './memory.ts';
import { origins } from './origins.ts';
import { replicas } from './replicas.ts';
import { standby } from './standby.ts';
import { vote } from './vote.ts';
import { voteSeveral } from './vote-several.ts';
import { voteStored } from './vote-stored.ts';

/** Each case audits its votes and throws if one is missing. The size is tiny and the timing irrelevant here. */
describe('a tiny round of each case with votes', () => {
  it.each<[BenchCase, string[]]>([
    [vote, ['vote.1.handler', 'vote.16.handler']],
    [voteSeveral, ['vote.several']],
    [voteStored, ['vote.stored.1000']],
    [exclusions, ['exclusions.preview', 'exclusions.apply', 'exclusions.longest-vote']],
    [
      consoleCase,
      [
        'console.record',
        ...CONSOLE_CALLS.map(({ name }) => `console.${name}`),
        'console.screens',
        'console.votes',
        'console.vote-p99',
        'console.calls-while-voting',
      ],
    ],
    [origins, ['origins.votes']],
    [log, ['log.votes', 'log.processor', 'log.caught-up', 'log.proof']],
    [replicas, ['replicas.2', 'replicas.3', 'replicas.slots', 'replicas.deadlocks']],
    [standby, ['standby.rate']],
    [login, ['login.votes', 'login.loops', 'login.argon2']],
    [memory, ['memory.heap', 'memory.resident']],
  ])('$name returns finite figures and loses no vote', async ({ run }, ids) => {
    const findings = await run(askFor('tiny', 1));
    expect(findings.flatMap(({ id }) => id ?? [])).toEqual(ids);
    for (const finding of findings) {
      const figure = 'verdict' in finding ? finding.verdict.ratio : finding.value;
      expect(figure, describeFinding(finding)).toSatisfy(Number.isFinite);
    }
  });
});
