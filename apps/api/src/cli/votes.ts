import { randomBytes } from 'node:crypto';
import { type Organiser, recordAudit } from '@laurel/database/audit';
import type { Deps } from '../deps.ts';
import { type AnonymousVote, anonymousVotes, countVotes } from '../features/votes/store.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { csvLine } from './csv.ts';
import { refuseUnderEmbargo } from './embargo.ts';
import { asJson, asOfEdition, type Json, type Laurel, type OfEdition } from './laurel.ts';
import { type Put, writeOut } from './new-file.ts';
import { EXIT, type ExitCode, json, type Output, print } from './output.ts';
import { type Advance, withProgress } from './progress.ts';

/** A format of votes: header, vote, separator and footer. */
type Format = { head: string; vote(vote: AnonymousVote): string; between: string; foot: string };

const AS_CSV: Format = {
  head: csvLine(['nomination', 'niche', 'company', 'counted']),
  vote: ({ nomination, niche, vote, counted }) => csvLine([nomination, niche, vote, counted]),
  between: '',
  foot: '',
};
const AS_JSON: Format = {
  head: '[\n',
  vote: ({ nomination, niche, vote: company, counted }) => JSON.stringify({ nomination, niche, company, counted }),
  between: ',\n',
  foot: '\n]\n',
};

type Writing = { format: Format; put: Put; advance: Advance };

/** Writes every vote. Returns the number of votes. */
const writeVotes = async (pool: Deps['pool'], { format, put, advance }: Writing): Promise<number> => {
  let votes = 0;
  // Votes for the same nominee are the same object, so its text is created once.
  const texts = new Map<AnonymousVote, string>();
  const textOf = (vote: AnonymousVote): string => {
    const text = texts.get(vote) ?? format.vote(vote);
    texts.set(vote, text);
    return text;
  };
  await put(format.head);
  for await (const batch of anonymousVotes(pool, randomBytes(32))) {
    await put((votes === 0 ? '' : format.between) + batch.map(textOf).join(format.between));
    votes += batch.length;
    advance(batch.length);
  }
  await put(format.foot);
  return votes;
};

type Options = Json & Who & OfEdition & { out?: string; dryRun: boolean };

/** `laurel votes export`: writes every vote as CSV or JSON, in random order, without voter and time. */
export const exportVotes = async (
  deps: Pick<Deps, 'db' | 'longPool' | 'clock' | 'phases' | 'edition'>,
  output: Output,
  organiser: Organiser,
  { out, json: inJson, dryRun, edition }: Options,
): Promise<ExitCode> => {
  refuseUnderEmbargo(deps);
  const { db, longPool, clock } = deps;
  const total = await countVotes(longPool);
  const to = out ?? 'stdout';
  if (dryRun) {
    const text = `Would write ${total} votes to ${to}. Nothing was written, here or in the audit log (--dry-run).`;
    print(output, inJson, { dryRun: true, file: out, votes: total }, text);
    return EXIT.ok;
  }
  let votes = 0;
  const sha256 = await writeOut(output, { out, redirected: 'laurel votes export > votes.csv' }, async (put) => {
    // Recorded before the first vote is written, so that no export is unrecorded.
    const detail = { to: out === undefined ? 'stdout' : 'file', ...(edition && { edition }) };
    const note = { action: 'votes.export', subject: 'votes', detail };
    await recordAudit(db, { ...organiser, ...note }, clock.now());
    const work = { label: 'export', total, unit: 'votes' };
    const format = inJson && out === undefined ? AS_JSON : AS_CSV;
    votes = await withProgress(output, work, (advance) => writeVotes(longPool, { format, put, advance }));
  });
  if (inJson && out !== undefined) output.line(json({ file: out, votes, sha256 }));
  else output.problem(`Wrote ${votes} votes to ${to}; SHA-256 ${sha256}.`);
  return EXIT.ok;
};

/** `laurel votes export`. */
export const registerVotes = ({ program, output, config, withDeps }: Laurel): void => {
  const votes = program.command('votes').description('export the votes, without their voters');
  asOrganiser(asOfEdition(asJson(votes.command('export'))), { reason: 'optional' })
    .description('write every vote as CSV, in random order, without voter and time')
    .option('--out <FILE>', 'a new file to write to (else stdout)')
    .option('--dry-run', 'say how many there are, and write none', false)
    .action((options: Options) => {
      const organiser = organiserOf(options, config());
      return withDeps((deps) => exportVotes(deps, output, organiser, options), options.edition);
    });
};
