import { nodeVerifier } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { shownTime } from '../checks/shown-time.ts';
import type { Deps } from '../deps.ts';
import { LogAlarmError, type PublishedLog, WAYS_OUT } from '../features/public-log/published.service.ts';
import type { ShownLog } from '../features/public-log/routes.ts';
import { readHead, readHorizon, readWaiting, spanOf } from '../features/public-log/store.ts';
import { verifyLog } from '../features/public-log/verify.service.ts';
import { describeCosigners } from '../features/public-log/witnesses.policy.ts';
import { asJson, asOfEdition, type Json, type Laurel, type OfEdition } from './laurel.ts';
import { exportFiles, exportJson } from './log-export.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, print, table } from './output.ts';
import { withProgress } from './progress.ts';

type LogDeps = Pick<Deps, 'pool' | 'publicLog' | 'edition'>;

const NO_KEY = 'There is no public log: LOG_KEY is not set. "laurel secrets complete" makes one.';
const EMPTY = 'The public log has no checkpoint yet. A running Laurel writes the first one within seconds.';
/** The most waiting votes that are counted. */
const MAX_WAITING = 1_000_000;

const logOf = ({ publicLog }: LogDeps): ShownLog => {
  if (!publicLog.log) throw new MisuseError(NO_KEY);
  return publicLog.log;
};

/** The newest checkpoint. @throws MisuseError before the first; LogAlarmError if the log has stopped */
const shownOf = async (log: ShownLog): Promise<PublishedLog> => {
  await log.published.refresh();
  const shown = log.published.current();
  if (!shown) throw new MisuseError(EMPTY);
  return shown;
};

const describeStop = ({ message, alarm }: LogAlarmError): string =>
  `${message}. ${WAYS_OUT[alarm.kind]} See docs/operations.md, "The public log".`;

/** `laurel log status`. */
const tellStatus = async (deps: LogDeps, output: Output, { json: inJson }: Json): Promise<ExitCode> => {
  const log = logOf(deps);
  const shown = await shownOf(log);
  const status = await log.status();
  if (!status) throw new MisuseError(EMPTY);
  const span = spanOf(shown, await readHorizon(deps.pool));
  const waiting = await readWaiting(deps.pool, span, MAX_WAITING);
  const inLog = status.votes.reduce((sum, { votes }) => sum + votes, 0);
  const since = waiting.oldest === null ? '' : `, the oldest since ${shownTime(waiting.oldest)}`;
  const { witnesses, quorum } = deps.edition.log;
  const keys = witnesses.map(({ key }) => key);
  const rows = status.votes.map(({ category, votes }) => [category, String(votes)]);
  print(output, inJson, { verifierKey: log.verifierKey, ...status, waiting }, [
    `${status.origin}: ${status.size} leaves, ${inLog} of them votes, signed at ${shownTime(shown.at)}.`,
    `Key: ${log.verifierKey}`,
    `Root: ${status.root}`,
    `Waiting: ${waiting.votes} votes${since}. They enter in groups of ${status.group}, or after ${status.delay} s.`,
    ...(keys.length > 0 ? [`The newest checkpoint is ${describeCosigners(shown.cosigned, keys, quorum)}.`] : []),
    ...status.witnesses.map(({ name, size, at }) => {
      const seen = at === null ? 'has not cosigned yet' : `cosigned ${size} leaves at ${shownTime(new Date(at))}`;
      return `Witness ${name}: ${seen}.`;
    }),
    ...table(['CATEGORY', 'VOTES'], rows),
  ]);
  return EXIT.ok;
};

/** `laurel log verify`. A stopped log is verified, too: this shows where it differs. */
const tellVerified = async (deps: LogDeps, output: Output, { json: inJson }: Json): Promise<ExitCode> => {
  const log = logOf(deps);
  const stop = await log.published.refresh().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof LogAlarmError) return error;
      throw error;
    },
  );
  const head = await readHead(deps.pool);
  if (!head) throw stop ?? new MisuseError(EMPTY);
  const { size } = head;
  const key = await parseVerifierKey(nodeVerifier, log.verifierKey);
  const work = { label: 'verify', total: size, unit: 'leaves' };
  const parts = { db: deps.pool, tiles: log.tiles, key, year: log.year };
  const found = await withProgress(output, work, (advance) => verifyLog(parts, size, advance));
  const isSound = found.problems.length === 0 && !stop;
  if (inJson) output.line(json({ ok: isSound, ...found, ...(stop && { alarm: stop.alarm }) }));
  else if (isSound) {
    output.line(
      `The log is sound: ${found.leaves} leaves, each of ${found.votes} votes opens its own, and ${found.checkpoints} checkpoints are those of its tree.`,
    );
  } else {
    if (stop) output.problem(describeStop(stop));
    if (found.problems.length > 0) output.problem('The log differs from the database:');
    for (const problem of found.problems) output.problem(problem);
  }
  return isSound ? EXIT.ok : EXIT.problem;
};

type ExportOptions = Json & { out?: string };

/** `laurel log export`. */
const exportLog = async (deps: LogDeps, output: Output, { out, json: inJson }: ExportOptions): Promise<ExitCode> => {
  const log = logOf(deps);
  const shown = await shownOf(log);
  const work = { label: 'export', total: shown.size, unit: 'leaves' };
  await withProgress(output, work, (advance) =>
    out === undefined ? exportJson(log, shown, output, advance) : exportFiles(log, shown, out, advance),
  );
  if (out !== undefined && inJson) output.line(json({ folder: out, leaves: shown.size }));
  else output.problem(`Wrote ${shown.size} leaves to ${out ?? 'stdout'}.`);
  return EXIT.ok;
};

/** `laurel log`. */
export const registerLog = ({ program, output, withDeps }: Laurel): void => {
  /** Runs a command. If the log has stopped, that is reported as a problem, not as an error of the program. */
  const run =
    <Options extends Json & OfEdition>(work: (deps: LogDeps, output: Output, options: Options) => Promise<ExitCode>) =>
    (options: Options) =>
      withDeps(
        (deps) =>
          work(deps, output, options).catch((error: unknown) => {
            if (!(error instanceof LogAlarmError)) throw error;
            if (options.json) output.line(json({ alarm: error.alarm }));
            output.problem(describeStop(error));
            return EXIT.problem;
          }),
        options.edition,
      );
  const log = program.command('log').description('inspect, verify and export the public log');
  asJson(log.command('status'))
    .description('show what the public log has, and which votes wait')
    .action(run(tellStatus));
  asOfEdition(asJson(log.command('verify')))
    .description('compare every leaf, hash and checkpoint of the public log with the database')
    .action(run(tellVerified));
  asOfEdition(asJson(log.command('export')))
    .description('write the public log: its leaves as JSON, or its files into a folder')
    .option('--out <FOLDER>', 'a new folder for the files, as they are served')
    .action(run(exportLog));
};
