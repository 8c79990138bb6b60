import type { Phase } from '@laurel/contracts/phase';
import { shownTime } from '../checks/shown-time.ts';
import type { Moves } from '../features/phases/moves.service.ts';
import {
  BOUNDARIES,
  type Boundary,
  type Move,
  type MovePlan,
  MoveRefusedError,
  TIME_OF,
} from '../features/phases/policy.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, MisuseError, type Output, print } from './output.ts';
import { readTime } from './time.ts';

const LABELS: Record<Boundary, string> = {
  nominatingOpens: 'nominating opens',
  nominatingCloses: 'nominating closes',
  opens: 'voting opens',
  closes: 'voting closes',
  announced: 'winners announced',
};

const timeText = (time: Date | null | undefined): string => (time ? shownTime(time) : 'none');

type MoveOptions = Partial<Record<Boundary, string>> & { clear: boolean };

/** Parses an option. @throws MisuseError naming it */
const timeOf = (text: string, boundary: Boundary): Date | 'now' | null => {
  if (text === 'now') return 'now';
  if (text === 'none') return null;
  const time = readTime(text);
  if (time) return time;
  throw new MisuseError(
    `--${boundary.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: "${text}" is not a date and time with an offset, like 2026-12-01T20:00:00+02:00; it may also be "now" or "none".`,
  );
};

/** Parses the options of `laurel phase set`. @throws MisuseError */
const moveOf = (options: MoveOptions): Move => {
  const asked = BOUNDARIES.flatMap((boundary) => {
    const text = options[boundary];
    return text === undefined ? [] : [[boundary, timeOf(text, boundary)] as const];
  });
  if (asked.length === 0 && !options.clear) {
    throw new MisuseError('Name a time to change, such as --closes, or --clear.');
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
  BOUNDARIES.map((boundary) => ({ label: LABELS[boundary], key: TIME_OF[boundary] }))
    .filter(({ key }) => before[key]?.getTime() !== after[key]?.getTime())
    .map(({ label, key }) => `${label}: ${timeText(before[key])} → ${timeText(after[key])}`);

const consequencesOf = (plan: MovePlan): string[] =>
  plan.phaseBefore === plan.phaseAfter
    ? []
    : [`The phase goes from "${plan.phaseBefore}" to "${plan.phaseAfter}". ${IMMEDIATE[plan.phaseAfter]}`];

const ALONE = 'The edition asks for two people. One person moves this: the audit log says so.';

const proposedText = (id: number): string =>
  `Nothing was moved yet: two people must agree. Proposed as ${id}, for 24 hours. Somebody else: laurel phase approve-move ${id}`;

const tell = (plan: MovePlan, output: Output, { done, inJson }: { done: boolean; inJson: boolean }): void => {
  const changes = changesOf(plan);
  print(output, inJson, { done, ...plan }, [
    ...(changes.length > 0 ? changes : ['The times stay the same; only their source changes.']),
    ...consequencesOf(plan),
    done
      ? 'Done. The new times apply to votes already; every running Laurel shows them within seconds.'
      : 'Nothing was changed (--dry-run).',
  ]);
};

type SetOptions = MoveOptions & Json & Who & Careful & { withoutApproval: boolean };

/** `laurel phase set`. @throws MisuseError if it is not confirmed */
const setPhase = async (moves: Moves, laurel: Laurel, move: Move, options: SetOptions): Promise<ExitCode> => {
  const { output } = laurel;
  const inJson = options.json;
  const organiser = organiserOf(options, laurel.config());
  const seen = await moves.seen();
  const preview = await moves.preview(move);
  if (options.dryRun) {
    tell(preview, output, { done: false, inJson });
    return EXIT.ok;
  }
  const isProposed = preview.needsSecondPerson && !options.withoutApproval;
  const consequences = [...consequencesOf(preview), ...(preview.needsSecondPerson && !isProposed ? [ALONE] : [])];
  if (consequences.length > 0 && !isProposed) {
    await confirm(laurel, options, [...changesOf(preview), ...consequences]);
  }
  const { plan, proposal } = await moves.move(move, organiser, seen, { alone: options.withoutApproval });
  if (proposal === null) tell(plan, output, { done: true, inJson });
  else print(output, inJson, { done: false, proposal, ...plan }, [...changesOf(plan), proposedText(proposal)]);
  return EXIT.ok;
};

/** `laurel phase set`. */
export const registerPhase = (laurel: Laurel): void => {
  const { program, config, withDeps } = laurel;
  const phase = program
    .command('phase')
    .description('show and change when voting opens and closes, and when winners are announced');
  const time = 'a date and time with its offset, "now" or "none"';
  asCareful(asOrganiser(asJson(phase.command('set')), { reason: 'required' }))
    .description('change times, at once for every running process; the edition’s files do not change')
    .option('--nominating-opens <TIME>', `when people may begin to nominate: ${time}`)
    .option('--nominating-closes <TIME>', `until when they may: ${time}`)
    .option('--opens <TIME>', `when voting opens: ${time}`)
    .option('--closes <TIME>', `when voting closes: ${time}`)
    .option('--announced <TIME>', `when winners are announced: ${time}`)
    .option('--clear', 'reset moved times to those in the edition’s files', false)
    .option(
      '--without-approval',
      'in an emergency: move at once although two people must agree; the audit log says so',
      false,
    )
    .action((options: SetOptions) => {
      // Invalid options are reported before the database is opened.
      const move = moveOf(options);
      organiserOf(options, config());
      return withDeps(({ moves }) =>
        setPhase(moves, laurel, move, options).catch((error: unknown) => {
          // Nothing was changed.
          throw error instanceof MoveRefusedError ? new MisuseError(error.message) : error;
        }),
      );
    });
};
