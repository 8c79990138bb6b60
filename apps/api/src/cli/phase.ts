import type { Phase, PhaseTimes } from '@laurel/contracts/phase';
import { shownMoment } from '../checks/shown-moment.ts';
import type { Clock } from '../clock.ts';
import { BOUNDARIES, type Boundary, type Move, type MovePlan, MoveRefusedError } from '../features/phases/policy.ts';
import type { Phases } from '../features/phases/service.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { readMoment } from './moment.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, table } from './output.ts';

const STARTS: Record<Boundary, { label: string; key: keyof PhaseTimes }> = {
  opens: { label: 'voting opens', key: 'votingOpensAt' },
  closes: { label: 'voting closes', key: 'votingClosesAt' },
  announced: { label: 'winners announced', key: 'winnersAnnouncedAt' },
};

const momentText = (moment: Date | null): string => (moment ? shownMoment(moment) : 'none');

type ShowDeps = { phases: Pick<Phases, 'times' | 'at' | 'moved'>; edition: { phases: PhaseTimes }; clock: Clock };

/** `laurel phase show`: prints the phase and the start of each phase. */
export const showPhase = ({ phases, edition, clock }: ShowDeps, output: Output, { json: inJson }: Json): ExitCode => {
  const now = clock.now();
  const [times, moved] = [phases.times(), phases.moved()];
  const moments = BOUNDARIES.map((boundary) => {
    const { label, key } = STARTS[boundary];
    return { label, boundary, at: times[key], inFiles: edition.phases[key], moved: moved[boundary] !== undefined };
  });
  if (inJson) {
    const momentText = moments.map(({ label: _label, ...moment }) => moment);
    output.line(json({ now, phase: phases.at(now), moments: momentText }));
    return EXIT.ok;
  }
  output.line(`The phase is "${phases.at(now)}" at ${shownMoment(now)}.`);
  const rows = moments.map(({ label, at, inFiles, moved: isMoved }) => [
    label,
    momentText(at),
    isMoved ? `an organiser (the edition’s files: ${momentText(inFiles)})` : 'the edition’s files',
  ]);
  for (const line of table(['MOMENT', 'WHEN', 'SET BY'], rows)) output.line(line);
  return EXIT.ok;
};

type MoveOptions = { opens?: string; closes?: string; announced?: string; clear: boolean };

/** Parses an option. @throws MisuseError naming it */
const momentOf = (text: string, boundary: Boundary): Date | 'now' | null => {
  if (text === 'now') return 'now';
  if (text === 'none') return null;
  const moment = readMoment(text);
  if (moment) return moment;
  throw new MisuseError(
    `--${boundary}: "${text}" is no date and time with its offset, like 2026-12-01T20:00:00+02:00; it may also be "now" or "none".`,
  );
};

/** Parses the options of `laurel phase set`. @throws MisuseError */
export const moveOf = (options: MoveOptions): Move => {
  const asked = BOUNDARIES.flatMap((boundary) => {
    const text = options[boundary];
    return text === undefined ? [] : [[boundary, momentOf(text, boundary)] as const];
  });
  if (asked.length === 0 && !options.clear) {
    throw new MisuseError('Name what to change: --opens, --closes, --announced or --clear.');
  }
  return { ...Object.fromEntries(asked), clear: options.clear };
};

const IMMEDIATE: Record<Phase, string> = {
  scheduled: 'No one can vote until voting opens.',
  open: 'Voting is open from now on.',
  closed: 'Voting is closed from now on.',
  announced: 'Voting is closed from now on, and the winners are public.',
};

const changesOf = ({ before, after }: MovePlan): string[] =>
  BOUNDARIES.map((boundary) => STARTS[boundary])
    .filter(({ key }) => before[key]?.getTime() !== after[key]?.getTime())
    .map(({ label, key }) => `${label}: ${momentText(before[key])} → ${momentText(after[key])}`);

const consequencesOf = (plan: MovePlan): string[] =>
  plan.phaseBefore === plan.phaseAfter
    ? []
    : [`The phase goes from "${plan.phaseBefore}" to "${plan.phaseAfter}". ${IMMEDIATE[plan.phaseAfter]}`];

const tell = (plan: MovePlan, output: Output, { done, inJson }: { done: boolean; inJson: boolean }): void => {
  if (inJson) {
    output.line(json({ done, ...plan }));
    return;
  }
  const changes = changesOf(plan);
  for (const line of changes) output.line(line);
  if (changes.length === 0) output.line('The times stay the same; only their source changes.');
  for (const line of consequencesOf(plan)) output.line(line);
  output.line(
    done
      ? 'Done. The new times apply to votes already; every running Laurel shows them within seconds.'
      : 'Nothing was changed (--dry-run).',
  );
};

type SetOptions = MoveOptions & Json & Who & Careful;

/** `laurel phase set`. @throws MisuseError if it is not possible or not confirmed */
export const setPhase = async (
  phases: Pick<Phases, 'plan' | 'move' | 'moved'>,
  laurel: Pick<Laurel, 'output' | 'ask' | 'config'>,
  options: SetOptions,
): Promise<ExitCode> => {
  const { output } = laurel;
  const move = moveOf(options);
  const organiser = organiserOf(options, laurel.config());
  try {
    const seen = phases.moved();
    const plan = phases.plan(move);
    if (options.dryRun) {
      tell(plan, output, { done: false, inJson: options.json });
      return EXIT.ok;
    }
    const consequences = consequencesOf(plan);
    if (consequences.length > 0) await confirm(laurel, options, [...changesOf(plan), ...consequences]);
    tell(await phases.move(move, organiser, seen), output, { done: true, inJson: options.json });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof MoveRefusedError) throw new MisuseError(error.message);
    throw error;
  }
};

/** `laurel phase show|set`. */
export const registerPhase = (laurel: Laurel): void => {
  const { program, output, config, withDeps } = laurel;
  const phase = program
    .command('phase')
    .description('show and change when voting opens and closes, and when winners are announced');
  asJson(phase.command('show'))
    .description('show the phase, its times, and who set them')
    .action((options: Json) => withDeps(async (deps) => showPhase(deps, output, options)));
  const moment = 'a date and time with its offset, "now" or "none"';
  asCareful(asOrganiser(asJson(phase.command('set')), { reason: 'required' }))
    .description('change times, at once for every running process; the edition’s files do not change')
    .option('--opens <MOMENT>', `when voting opens: ${moment}`)
    .option('--closes <MOMENT>', `when voting closes: ${moment}`)
    .option('--announced <MOMENT>', `when winners are announced: ${moment}`)
    .option('--clear', 'give what was moved before back to the edition’s files', false)
    .action((options: SetOptions) => {
      // Invalid options are reported before the database is opened.
      moveOf(options);
      organiserOf(options, config());
      return withDeps((deps) => setPhase(deps.phases, laurel, options));
    });
};
