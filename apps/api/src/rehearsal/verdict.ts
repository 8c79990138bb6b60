import type { Measured, Measurement } from './measurements.ts';

/** The limits of a "go". */
export const NEEDS = {
  /** docs/performance.md */
  p99Ms: 250,
  /** A sign-up waits for a password hash, which is slow on purpose. */
  signUpP99Ms: 2_000,
  /** The share of the votes a second that must be reached. */
  rateShare: 0.95,
  /** The longest time without an acknowledged vote after a kill. */
  silenceMs: 30_000,
  leastFreeMb: 256,
  busy: 0.85,
  baseAgeHours: 36,
} as const;

/** A number of a rehearsal, beside its need. */
export type Row = {
  what: string;
  measured: string;
  /** Empty for information without a need. */
  need: string;
  ok: boolean;
  /** The reason of a number that does not meet its need. */
  why?: string;
};

/** The result: `go` if every need is met and every step was done. */
export type Verdict = { go: boolean; rows: Row[]; reasons: string[] };

/** Every step, and the reason if it was not done. */
const STEPS: readonly (readonly [Measurement['step'], string])[] = [
  ['doctor', 'laurel doctor did not check the real deployment'],
  ['machine', 'the free memory and disk were not read'],
  ['sign-ups', 'no voter was signed up'],
  ['load', 'the load of the last hour was not made'],
  ['kills', 'nothing was killed'],
  ['ledger', 'the votes were not compared'],
  ['backup', 'no backup was restored'],
];

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const seconds = (ms: number): string => `${number(ms / 1_000, 1)} s`;
const atMost = (what: string, value: number, most: number, text: (value: number) => string = number): Row => ({
  what,
  measured: text(value),
  need: `at most ${text(most)}`,
  ok: value <= most,
});
const atLeast = (what: string, value: number, least: number, text: (value: number) => string = number): Row => ({
  what,
  measured: text(value),
  need: `at least ${text(least)}`,
  ok: value >= least,
});
const none = (what: string, value: number, why = ''): Row => ({
  what,
  measured: number(value),
  need: 'none',
  ok: value === 0,
  ...(value > 0 && why !== '' ? { why } : {}),
});
const all = (what: string, value: number, of: number, why = ''): Row => ({
  what,
  measured: `${number(value)} of ${number(of)}`,
  need: 'all',
  ok: value >= of,
  ...(value < of && why !== '' ? { why } : {}),
});
const info = (what: string, measured: string): Row => ({ what, measured, need: '', ok: true });

const ms = (value: number): string => `${number(value)} ms`;
const mb = (value: number): string => `${number(value)} MB`;
const percent = (value: number): string => `${number(value * 100)} %`;
const rate = (value: number): string => `${number(value, value < 10 ? 1 : 0)} a second`;
const listed = (problems: readonly string[]): string => [...new Set(problems)].slice(0, 3).join('; ');
const countsOf = (refused: Readonly<Record<string, number>>): string =>
  Object.entries(refused)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
const sum = (refused: Readonly<Record<string, number>>): number =>
  Object.values(refused).reduce((total, count) => total + count, 0);

const machineRows = ({ free, needed }: Measured<'machine'>): Row[] => [
  atLeast('free memory before the start', free.memoryMb, needed.memoryMb, mb),
  atLeast('free disk before the start', free.diskMb, needed.diskMb, mb),
];

const signUpRows = ({ walked, done, problems }: Measured<'sign-ups'>): Row[] => [
  all('voters signed up by every channel', done, walked, listed(problems)),
];

const loadRows = (load: Measured<'load'>): Row[] => {
  const { votes, reads, signUpCalls, signedUp, sockets, wanted } = load;
  return [
    atLeast('votes taken', votes.done / load.seconds, wanted.votesPerSecond * NEEDS.rateShare, rate),
    atMost('99 % of votes answered within', votes.p99Ms, NEEDS.p99Ms, ms),
    none('votes refused', sum(votes.refused), countsOf(votes.refused)),
    info('sign-ups', rate(wanted.registrationsPerSecond)),
    all('sign-ups completed', signedUp.done, signedUp.asked, listed(signedUp.problems)),
    atMost('99 % of sign-up calls answered within', signUpCalls.p99Ms, NEEDS.signUpP99Ms, ms),
    atMost('99 % of reads of the percentages within', reads.p99Ms, NEEDS.p99Ms, ms),
    none('reads refused', sum(reads.refused), countsOf(reads.refused)),
    all('pages open', sockets.open, wanted.sockets),
    none('pages cut off', sockets.lost),
    atMost('processors busy', load.busy, NEEDS.busy, percent),
    info('of which by the rehearsal’s own load', percent(load.ownBusy)),
    atLeast('least free memory', load.leastFreeMb, NEEDS.leastFreeMb, mb),
  ];
};

const killRows = ({ silences, sentAgain, socketsBack, sockets }: Measured<'kills'>): Row[] => {
  const kinds = [...new Set(silences.map(({ killed }) => killed))];
  const rows = kinds.map((kind): Row => {
    const those = silences.filter(({ killed }) => killed === kind);
    const never = those.some((each) => each.ms === null);
    const longest = Math.max(...those.map((each) => each.ms ?? 0));
    const what = `no vote taken after ${kind} was killed, ${those.length} ×`;
    const row = atMost(what, longest, NEEDS.silenceMs, seconds);
    return never ? { ...row, measured: 'votes were not taken again', ok: false } : row;
  });
  return [
    ...rows,
    info('votes that had to be sent again', number(sentAgain)),
    all('pages connected again', socketsBack, sockets),
  ];
};

const ledgerRows = ({ acknowledged, lost, foreign, wrongTallies, unanswered }: Measured<'ledger'>): Row[] => [
  info('votes acknowledged', number(acknowledged)),
  none('acknowledged votes lost', lost),
  none('stored votes that nobody sent', foreign),
  none('nominees whose tally differs from the votes', wrongTallies),
  none('votes without an answer to the end', unanswered),
];

const backupRows = (backup: Measured<'backup'>, real: Measured<'real'> | undefined): Row[] => [
  atMost('age of the newest base backup', backup.baseAgeHours, NEEDS.baseAgeHours, (hours) => `${number(hours, 1)} h`),
  info('backup restored in', `${number(backup.seconds)} s`),
  real === undefined
    ? { what: 'votes restored', measured: number(backup.restoredVotes), need: 'all (not counted)', ok: false }
    : all('votes restored', backup.restoredVotes, real.votes),
  ...backup.findings.map(
    ({ check, ok, detail }): Row => ({ what: `restored database, ${check}`, measured: detail, need: 'no problem', ok }),
  ),
];

const doctorRows = ({ report: { findings } }: Measured<'doctor'>): Row[] => [
  ...findings
    .filter(({ ok }) => !ok)
    .map(
      ({ check, detail }): Row => ({
        what: `real deployment, ${check}`,
        measured: detail,
        need: 'no problem',
        ok: false,
      }),
    ),
  none('problems of the real deployment', findings.filter(({ ok }) => !ok).length),
  ...findings
    .filter(({ check }) => ['mail', 'sms', 'telegram', 'instagram'].includes(check))
    .filter(({ ok }) => ok)
    .map(({ check, detail }) => info(`credentials, ${check}`, detail)),
  ...findings
    .filter(({ ok, advice }) => ok && advice !== undefined)
    .map(({ check, detail }) => info(`to do, ${check}`, detail)),
];

const rowsOf = (measured: Measurement, real: Measured<'real'> | undefined): Row[] => {
  switch (measured.step) {
    case 'machine':
      return machineRows(measured);
    case 'sign-ups':
      return signUpRows(measured);
    case 'load':
      return loadRows(measured);
    case 'kills':
      return killRows(measured);
    case 'ledger':
      return ledgerRows(measured);
    case 'backup':
      return backupRows(measured, real);
    case 'doctor':
      return doctorRows(measured);
    case 'failed':
    case 'real':
      return [];
  }
};

const isA =
  <Step extends Measurement['step']>(step: Step) =>
  (measured: Measurement): measured is Measured<Step> =>
    measured.step === step;

/** The reasons of the steps that were not done. */
const missingOf = (measurements: readonly Measurement[]): string[] => {
  const failed = measurements.filter(isA('failed'));
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason}`);
  // Without space nothing is started, and the missing space is the reason.
  if (measurements.filter(isA('machine')).some((machine) => machineRows(machine).some(({ ok }) => !ok))) return reasons;
  const done = new Set<string>([...measurements.map(({ step }) => step), ...failed.map(({ name }) => name)]);
  return [...reasons, ...STEPS.filter(([step]) => !done.has(step)).map(([, reason]) => reason)];
};

/**
 * Decides whether the machine and the deployment are ready. Every need that is not met, and every step that was not done, is a
 * reason against it.
 */
export const verdictOf = (measurements: readonly Measurement[]): Verdict => {
  const real = measurements.find(isA('real'));
  const rows = measurements.flatMap((measured) => rowsOf(measured, real));
  const unmet = rows
    .filter(({ ok }) => !ok)
    .map(({ what, measured, need, why }) => `${what}: ${measured}${why ? ` (${why})` : ''}, needed: ${need}`);
  const reasons = [...unmet, ...missingOf(measurements)];
  return { go: reasons.length === 0, rows, reasons };
};
