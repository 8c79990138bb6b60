import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Vote } from '@laurel/contracts/records';
import type { Deps } from '../deps.ts';
import { writeDown } from '../features/audit/store.ts';
import { anonymousVotes } from '../features/votes/store.ts';
import type { Organiser } from '../lib/audit.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { csvLine } from './csv.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output } from './output.ts';

/** A new file that only its owner can read. @throws MisuseError where there is one already, or none can be made */
const create = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new MisuseError(`${path} exists already, and is not written over.`);
    throw new MisuseError(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Writes every vote, line by line; how many they were, and the SHA-256 of what was written. */
const writeVotes = async (pool: Deps['pool'], write: (text: string) => Promise<unknown>) => {
  const hash = createHash('sha256');
  let votes = 0;
  const put = async (text: string): Promise<void> => {
    hash.update(text);
    await write(text);
  };
  // Votes for the same nominee are one object, many million times: each makes its line once.
  const lines = new Map<Vote, string>();
  const lineOf = (vote: Vote): string => {
    const line = lines.get(vote) ?? csvLine([vote.nomination, vote.niche, vote.vote]);
    lines.set(vote, line);
    return line;
  };
  await put(csvLine(['nomination', 'niche', 'company']));
  for await (const batch of anonymousVotes(pool, randomBytes(32))) {
    votes += batch.length;
    await put(batch.map(lineOf).join(''));
  }
  return { votes, sha256: hash.digest('hex') };
};

type Ask = { out: string | undefined; organiser: Organiser; json: boolean };

/** `laurel votes export`: every vote as a line of CSV, in random order, without who cast it and when. */
export const exportVotes = async (
  { db, pool, clock }: Pick<Deps, 'db' | 'pool' | 'clock'>,
  output: Output,
  { out, organiser, json: inJson }: Ask,
): Promise<ExitCode> => {
  const file = out === undefined ? undefined : await create(out);
  try {
    // Before the first vote is given out: none leaves without a trace.
    const note = { action: 'votes.export', subject: 'votes', detail: { to: file ? 'file' : 'stdout' } };
    await writeDown(db, { ...organiser, ...note }, clock.now());
    const written = await writeVotes(pool, file ? (text) => file.appendFile(text) : output.write);
    await file?.sync();
    await file?.close();
    if (inJson) output.line(json({ file: out, ...written }));
    else output.problem(`Wrote ${written.votes} votes to ${out ?? 'stdout'}; SHA-256 ${written.sha256}.`);
    return EXIT.ok;
  } catch (error) {
    // Half a file looks like a whole one.
    await file?.close().catch(() => undefined);
    if (out !== undefined) await rm(out, { force: true });
    throw error;
  }
};

/** `laurel votes export`. */
export const registerVotes = ({ program, output, config, withDeps }: Laurel): void => {
  const votes = program.command('votes').description('the votes, without their voters');
  asOrganiser(asJson(votes.command('export')), { reason: 'optional' })
    .description('write every vote as CSV, in random order, without who cast it and when')
    .option('--out <FILE>', 'a new file to write to (else stdout)')
    .action(({ out, json: inJson, ...who }: Json & Who & { out?: string }) => {
      if (inJson && out === undefined)
        throw new MisuseError('--json says what was written to a file: name one, --out.');
      const ask = { out, organiser: organiserOf(who, config()), json: inJson };
      return withDeps((deps) => exportVotes(deps, output, ask));
    });
};
