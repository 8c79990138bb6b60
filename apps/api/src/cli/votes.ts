import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Organiser } from '@laurel/database/audit';
import { recordAudit } from '@laurel/database/audit';
import type { Deps } from '../deps.ts';
import { type AnonymousVote, anonymousVotes, countVotes } from '../features/votes/store.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { csvLine } from './csv.ts';
import { refuseUnderEmbargo } from './embargo.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { createNewFile } from './new-file.ts';
import { EXIT, type ExitCode, json, type Output } from './output.ts';
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

type Writing = { format: Format; write(text: string): Promise<unknown>; advance: Advance };

/** Writes every vote. Returns the number of votes and the SHA-256 of the output. */
const writeVotes = async (pool: Deps['pool'], { format, write, advance }: Writing) => {
  const hash = createHash('sha256');
  let votes = 0;
  const put = async (text: string): Promise<void> => {
    hash.update(text);
    await write(text);
  };
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
  return { votes, sha256: hash.digest('hex') };
};

type Ask = { out: string | undefined; organiser: Organiser; json: boolean; dryRun: boolean };

/** `laurel votes export`: writes every vote as CSV or JSON, in random order, without voter and time. */
export const exportVotes = async (
  deps: Pick<Deps, 'db' | 'longPool' | 'clock' | 'phases' | 'edition'>,
  output: Output,
  { out, organiser, json: inJson, dryRun }: Ask,
): Promise<ExitCode> => {
  refuseUnderEmbargo(deps);
  const { db, longPool, clock } = deps;
  const total = await countVotes(longPool);
  if (dryRun) {
    output.line(
      inJson
        ? json({ dryRun: true, file: out, votes: total })
        : `Would write ${total} votes to ${out ?? 'stdout'}. Nothing was written, here or in the audit log (--dry-run).`,
    );
    return EXIT.ok;
  }
  const file = out === undefined ? undefined : await createNewFile(out, 'laurel votes export > votes.csv');
  try {
    // Recorded before the first vote is written, so that no export is unrecorded.
    const note = { action: 'votes.export', subject: 'votes', detail: { to: file ? 'file' : 'stdout' } };
    await recordAudit(db, { ...organiser, ...note }, clock.now());
    const write = file ? (text: string) => file.appendFile(text) : output.write;
    const work = { label: 'export', total, unit: 'votes' };
    const format = inJson && out === undefined ? AS_JSON : AS_CSV;
    const written = await withProgress(output, work, (advance) => writeVotes(longPool, { format, write, advance }));
    await file?.sync();
    await file?.close();
    if (inJson && out !== undefined) output.line(json({ file: out, ...written }));
    else output.problem(`Wrote ${written.votes} votes to ${out ?? 'stdout'}; SHA-256 ${written.sha256}.`);
    return EXIT.ok;
  } catch (error) {
    // An incomplete file is removed, because it looks like a complete one.
    await file?.close().catch(() => undefined);
    if (out !== undefined) await rm(out, { force: true });
    throw error;
  }
};

/** `laurel votes export`. */
export const registerVotes = ({ program, output, config, withDeps }: Laurel): void => {
  const votes = program.command('votes').description('export the votes, without their voters');
  asOrganiser(asJson(votes.command('export')), { reason: 'optional' })
    .description('write every vote as CSV, in random order, without voter and time')
    .option('--out <FILE>', 'a new file to write to (else stdout)')
    .option('--dry-run', 'say how many there are, and write none', false)
    .action(({ out, json: inJson, dryRun, ...who }: Json & Who & { out?: string; dryRun: boolean }) => {
      const ask = { out, organiser: organiserOf(who, config()), json: inJson, dryRun };
      return withDeps((deps) => exportVotes(deps, output, ask));
    });
};
