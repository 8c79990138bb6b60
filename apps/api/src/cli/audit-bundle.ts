import { Readable } from 'node:stream';
import { SEALED, seal } from '@laurel/backup/sealed';
import { isOver } from '@laurel/contracts/phase';
import { type Organiser, recordAudit } from '@laurel/database/audit';
import { inLongSnapshot } from '@laurel/database/in-snapshot';
import type { Deps } from '../deps.ts';
import { type BundleSource, bundleOf, whyIncomplete, whyNoQuorum } from '../features/public-log/bundle.service.ts';
import { LogAlarmError, WAYS_OUT } from '../features/public-log/published.service.ts';
import { createSmallestGroup } from '../features/public-log/status.service.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { asJson, asOfEdition, type Json, type Laurel, type OfEdition } from './laurel.ts';
import { writeOut } from './new-file.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, print } from './output.ts';
import { withProgress } from './progress.ts';

type BundleDeps = Pick<Deps, 'db' | 'longPool' | 'clock' | 'phases' | 'edition' | 'publicLog'>;
type Options = Json &
  Who &
  OfEdition & {
    out?: string;
    public: boolean;
    /** Whether witnesses may be missing. */
    withoutQuorum: boolean;
    /** Whether a bundle that everybody can read may show a person's vote alone. */
    smallGroups: boolean;
    dryRun: boolean;
  };
type Ask = Options & { organiser: Organiser };

/**
 * Why there can't be a bundle now; undefined if there can. Each vote is opened in it, so nobody gets one while people vote,
 * and the public gets none before the winners are announced.
 */
const refusalOf = ({ phases, clock }: BundleDeps, isSealed: boolean): string | undefined => {
  const phase = phases.at(clock.now());
  if (!isOver(phase)) return 'People can still vote: a bundle opens every vote, and is written when voting has closed.';
  if (phase !== 'announced' && !isSealed) {
    return 'The winners are not announced yet, so a bundle must be sealed: name the auditors’ keys in the edition (log.auditors), and leave out --public.';
  }
  return undefined;
};

/** Reads the newest checkpoint that may be shown. @throws MisuseError without a log, or if it has stopped */
const openLog = async ({ publicLog }: BundleDeps) => {
  const { log } = publicLog;
  if (!log) throw new MisuseError('There is no public log: LOG_KEY is not set.');
  await log.published.refresh().catch((error: unknown) => {
    if (!(error instanceof LogAlarmError)) throw error;
    throw new MisuseError(`${error.message}. ${WAYS_OUT[error.alarm.kind]} Nothing was written.`);
  });
  const shown = log.published.current();
  if (!shown) throw new MisuseError('The public log is empty.');
  const [origin = ''] = shown.note.split('\n');
  return { tiles: log.tiles, verifierKey: log.verifierKey, shown, origin };
};

/** Writes a bundle and reports it. @param sealedTo the age keys to which it is sealed; none if it is public */
const write = async (
  { db, clock }: BundleDeps,
  output: Output,
  source: BundleSource,
  { out, organiser, sealedTo, edition, json: inJson }: Ask & { sealedTo: readonly string[] },
): Promise<ExitCode> => {
  const { size } = source.shown;
  const sha256 = await writeOut(output, { out, redirected: 'laurel audit bundle > bundle.jsonl' }, async (put) => {
    // Recorded before the first vote is written, so that no bundle is unrecorded.
    const to = out === undefined ? 'stdout' : 'file';
    const detail = { to, sealedTo: sealedTo.length, leaves: size, ...(edition && { edition }) };
    await recordAudit(db, { ...organiser, action: 'audit.bundle', subject: 'votes', detail }, clock.now());
    await withProgress(output, { label: 'bundle', total: size, unit: 'leaves' }, async (advance) => {
      const pieces = Readable.from(bundleOf(source, advance));
      try {
        for await (const piece of sealedTo.length > 0 ? await seal(pieces, sealedTo) : pieces) await put(piece);
      } finally {
        pieces.destroy();
      }
    });
  });
  const sealed = sealedTo.length > 0 ? `, sealed to ${sealedTo.length} keys` : '';
  if (inJson && out !== undefined) output.line(json({ file: out, leaves: size, sealedTo, sha256 }));
  else output.problem(`Wrote ${size} leaves to ${out ?? 'stdout'}${sealed}; SHA-256 ${sha256}.`);
  return EXIT.ok;
};

/** `laurel audit bundle`: everything that auditors need to check the result (docs/verify.md). */
export const writeBundle = async (deps: BundleDeps, output: Output, ask: Ask): Promise<ExitCode> => {
  const sealedTo = ask.public ? [] : deps.edition.log.auditors;
  const refusal = refusalOf(deps, sealedTo.length > 0);
  if (refusal !== undefined && !ask.dryRun) throw new MisuseError(`${refusal} Nothing was written.`);
  if (refusal !== undefined) {
    print(output, ask.json, { dryRun: true, refused: refusal }, `Would be refused: ${refusal}`);
    return EXIT.problem;
  }
  const log = await openLog(deps);
  return inLongSnapshot(deps.longPool, async (db) => {
    const why = await whyIncomplete({ db, shown: log.shown });
    if (why !== undefined) throw new MisuseError(`${why}. Nothing was written.`);
    const missing = ask.withoutQuorum ? undefined : await whyNoQuorum({ db, shown: log.shown });
    if (missing !== undefined) {
      throw new MisuseError(
        `${missing}. With --without-quorum the bundle is written, and verifiers report what is missing. Nothing was written.`,
      );
    }
    const isAlone = sealedTo.length === 0 && (await createSmallestGroup(db)(log.shown.size)) === 1;
    if (isAlone && !ask.smallGroups) {
      throw new MisuseError(
        'A group of the log has only one vote in a category, so a bundle that everybody can read shows for whom a person voted to anybody who knows when. Name auditors in the edition (log.auditors), or add --small-groups. Nothing was written.',
      );
    }
    if (!ask.dryRun) return write(deps, output, { db, ...log }, { ...ask, sealedTo });
    const { size } = log.shown;
    const form = sealedTo.length > 0 ? `sealed to ${sealedTo.length} keys (${SEALED})` : 'that everybody can read';
    const text = `Would write a bundle of ${size} leaves, ${form}. Nothing was written (--dry-run).`;
    print(output, ask.json, { dryRun: true, leaves: size, sealedTo }, text);
    return EXIT.ok;
  });
};

/** `laurel audit bundle`. */
export const registerBundle = ({ program, output, config, withDeps }: Laurel): void => {
  const audit = program.command('audit').description('see what organisers did; write the bundle of the public log');
  asOrganiser(asOfEdition(asJson(audit.command('bundle'))), { reason: 'optional' })
    .description('write the public log with the openings of all votes, for auditors')
    .option('--out <FILE>', 'a new file to write to (else stdout)')
    .option('--public', 'do not seal it, although the edition names auditors', false)
    .option('--without-quorum', 'also while too few witnesses cosigned: verifiers report it', false)
    .option('--small-groups', 'also if everybody can read it and a group has one vote in a category', false)
    .option('--dry-run', 'say what would be written, and write nothing', false)
    .action((options: Options) => {
      const ask = { ...options, organiser: organiserOf(options, config()) };
      return withDeps((deps) => writeBundle(deps, output, ask), options.edition);
    });
};
