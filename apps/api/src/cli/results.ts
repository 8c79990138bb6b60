import type { Edition } from '@laurel/catalog/edition';
import { isOver, type Phase } from '@laurel/contracts/phase';
import { shownTime } from '../checks/shown-time.ts';
import type { Deps } from '../deps.ts';
import { type CategoryResult, resultOf } from '../features/statistics/policy.ts';
import type { TieBreak } from '../features/statistics/port.ts';
import { awaitBallots, type CountDifference, type CountRow, countVotes } from '../features/statistics/store.ts';
import { csvLine } from './csv.ts';
import { categoriesOf, differenceText } from './difference.ts';
import { EMBARGO_TEXT, isUnderEmbargo, refuseUnderEmbargo } from './embargo.ts';
import { asJson, asOfEdition, type Json, type Laurel, type OfEdition } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, table } from './output.ts';

type Report = {
  at: Date;
  phase: Phase;
  /** Whether voting is over, no vote is being written, and every tally equals its votes. */
  isResult: boolean;
  /** What ends a tie for the first place. */
  ties: TieBreak['rule'];
  /** The counted votes for listed nominees; under an embargo also those for withdrawn ones. */
  votes: number;
  /** The counted votes for withdrawn nominees; null under an embargo. */
  withdrawnVotes: number | null;
  /** The votes that exclusions leave out. */
  excludedVotes: number;
  differences: CountDifference[];
  /** The categories of the nominees in `differences`. */
  differing: string[];
  /** Empty if there are differences. Under an embargo without nominees and winners. */
  categories: (CategoryResult | CategoryTotal)[];
  embargo: boolean;
};

/** A category as it is shown under an embargo. */
type CategoryTotal = Pick<CategoryResult, 'nomination' | 'niche' | 'votes'>;

/** The counted nominees by category: those of the edition in order, then removed ones with votes. */
const inOrder = ({ nominations }: Edition, counted: readonly CountRow[], tieBreak: TieBreak): CategoryResult[] => {
  const keyOf = (each: { nomination: string; niche: string }): string => `${each.nomination}/${each.niche}`;
  const rows = Map.groupBy(counted, keyOf);
  const listed = new Set(nominations.flatMap(({ tag, categories }) => categories.map((each) => `${tag}/${each.tag}`)));
  return [...new Set([...listed, ...rows.keys()])].flatMap((key) => {
    const counted = rows.get(key) ?? [];
    const [first] = counted;
    if (!first || !(listed.has(key) || counted.some(({ votes }) => votes > 0))) return [];
    return [resultOf(first, counted, tieBreak)];
  });
};

/**
 * The total of a category, with the votes for withdrawn nominees: otherwise the total before and after the withdrawal
 * of a nominee would reveal its votes.
 */
const totalOf = ({ nomination, niche, nominees }: CategoryResult): CategoryTotal => ({
  nomination,
  niche,
  votes: nominees.reduce((all, { votes }) => all + votes, 0),
});

type ResultDeps = Pick<Deps, 'phases' | 'pool' | 'longPool' | 'clock' | 'edition' | 'readTieBreak'>;

const count = async ({ phases, pool, longPool, clock, edition, readTieBreak }: ResultDeps): Promise<Report> => {
  const at = clock.now();
  const phase = phases.at(at);
  if (isOver(phase)) await awaitBallots(pool);
  const { counted: cast, differences } = await countVotes(longPool);
  const counted = cast.map((row) => ({ ...row, votes: row.votes - row.held }));
  const sum = (withdrawn: boolean): number =>
    counted.filter((row) => row.withdrawn === withdrawn).reduce((all, { votes }) => all + votes, 0);
  const embargo = isUnderEmbargo({ phases, clock, edition });
  const final = isOver(phase) && phases.isSettled(at);
  const tieBreak = await readTieBreak(final);
  const categories = inOrder(edition, counted, tieBreak);
  return {
    at,
    phase,
    isResult: final && differences.length === 0,
    ties: tieBreak.rule,
    votes: sum(false) + (embargo ? sum(true) : 0),
    withdrawnVotes: embargo ? null : sum(true),
    excludedVotes: counted.reduce((all, { held }) => all + held, 0),
    differences,
    differing: await categoriesOf(pool, differences),
    embargo,
    categories: differences.length > 0 ? [] : embargo ? categories.map(totalOf) : categories,
  };
};

const INTERIM = 'This is an interim count, not the result:';

const caveatOf = ({ isResult, phase }: Report): string | undefined => {
  if (isResult) return undefined;
  if (!isOver(phase)) return `${INTERIM} the phase is "${phase}".`;
  return `${INTERIM} voting has just closed. Repeat the command in a few seconds.`;
};

const tellDifferences = ({ differences, differing, embargo }: Report, output: Output): void => {
  output.problem('There is no result: the tallies differ from the votes.');
  for (const text of embargo ? differing : differences.map(differenceText)) output.problem(text);
  output.problem(
    'Somebody changed the database without the ballot box. The votes are correct: leave the database unchanged and find the cause with "laurel doctor".',
  );
};

const TIE_TEXTS: Readonly<Record<TieBreak['rule'], string>> = {
  joint: 'They win together.',
  noLog: 'They win together: the edition asks for a draw, and without a public log there is none.',
  waits: 'A draw decides once voting is over and the public log has every vote.',
  draw: 'A draw decided',
};

const tellCategory = (category: CategoryResult | CategoryTotal, ties: TieBreak['rule'], output: Output): void => {
  const { nomination, niche, votes } = category;
  output.line('');
  output.line(`${nomination} / ${niche}: ${votes} votes`);
  if (!('nominees' in category)) return;
  const { winners, nominees, drawn } = category;
  const rows = nominees.map(({ company, votes: own, percentage, rank, tie, withdrawn }) => [
    withdrawn ? 'withdrawn' : `${rank ?? '-'}${tie ? ' (tie)' : ''}`,
    company,
    String(own),
    percentage === null ? '-' : `${percentage} %`,
  ]);
  for (const line of table(['RANK', 'NOMINEE', 'VOTES', 'SHARE'], rows)) output.line(line);
  const tied = nominees.filter(({ rank, tie }) => rank === 1 && tie).map(({ company }) => company);
  const end = drawn === undefined ? TIE_TEXTS[ties] : `${TIE_TEXTS.draw}: ${drawn}.`;
  if (tied.length > 1) output.line(`A tie for the first place: ${tied.join(', ')}. ${end}`);
  if (winners.length > 0) return;
  output.line(
    nominees.some(({ withdrawn }) => withdrawn)
      ? 'Every vote here is for a nominee that was withdrawn.'
      : 'No votes yet.',
  );
};

const tellText = (report: Report, output: Output): void => {
  const { at, phase, votes, withdrawnVotes, excludedVotes, categories } = report;
  output.line(caveatOf(report) ?? `The result. The phase is "${phase}"; every tally equals its votes.`);
  const besides = withdrawnVotes ? `, and ${withdrawnVotes} for nominees that were withdrawn` : '';
  output.line(`Counted at ${shownTime(at)}: ${votes} votes in ${categories.length} categories${besides}.`);
  if (excludedVotes > 0) {
    output.line(`Not counted: ${excludedVotes} votes that exclusions leave out. "laurel exclusions list" names them.`);
  }
  for (const category of categories) tellCategory(category, report.ties, output);
  if (report.embargo) output.line(`\n${EMBARGO_TEXT}`);
};

const CSV_HEAD = ['nomination', 'niche', 'company', 'votes', 'percentage', 'rank', 'tie', 'withdrawn'];
const STATE_HEAD = ['counted_at', 'phase', 'is_result'];

const tellCsv = async (report: Report, output: Output): Promise<void> => {
  const caveat = caveatOf(report);
  if (caveat) output.problem(caveat);
  const state = [report.at.toISOString(), report.phase, report.isResult];
  await output.write(csvLine([...CSV_HEAD, ...STATE_HEAD]));
  for (const category of report.categories) {
    if (!('nominees' in category)) continue;
    const { nomination, niche, nominees } = category;
    for (const { company, votes, percentage, rank, tie, withdrawn } of nominees) {
      await output.write(csvLine([nomination, niche, company, votes, percentage, rank, tie, withdrawn, ...state]));
    }
  }
};

/** `laurel results`: counts every vote, compares the tallies, and ranks. */
export const tellResults = async (
  deps: ResultDeps,
  output: Output,
  options: Json & { csv: boolean },
): Promise<ExitCode> => {
  if (options.csv) refuseUnderEmbargo(deps);
  const report = await count(deps);
  const isSound = report.differences.length === 0;
  if (!isSound) tellDifferences(report, output);
  const { differences, differing, ...shown } = report;
  const hidden = differing.map((category) => ({ category }));
  if (options.json) output.line(json({ ...shown, differences: report.embargo ? hidden : differences }));
  else if (isSound && options.csv) await tellCsv(report, output);
  else if (isSound) tellText(report, output);
  return isSound ? EXIT.ok : EXIT.problem;
};

/** `laurel results`. */
export const registerResults = ({ program, output, withDeps }: Laurel): void => {
  asOfEdition(asJson(program.command('results')))
    .description('count every vote, compare the counts with the tallies, and print the ranking')
    .option('--csv', 'print CSV, one line for each nominee', false)
    .action((options: Json & OfEdition & { csv: boolean }) => {
      if (options.csv && options.json) throw new MisuseError('Use --csv or --json, not both.');
      return withDeps((deps) => tellResults(deps, output, options), options.edition);
    });
};
