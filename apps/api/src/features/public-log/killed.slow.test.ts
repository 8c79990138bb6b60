import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '@laurel/database/testing';
import { castVotes, insertNominees, insertVoters } from '@laurel/database/testing-rows';
import { openTestLog, readLog } from '@laurel/support/public-log';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { leafHash, rootOf } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import { afterAll, describe, expect, it } from 'vitest';

const KILLS = 200;
/** Two processes at a time: when one is killed, the other takes over. */
const PROCESSES = 2;
/**
 * How long a process runs at most before it is killed, milliseconds. It connects in about 50, and each append takes 10
 * to 20.
 */
const LONGEST_MS = 400;
/** Every second process is killed only after it showed a checkpoint: at most this much later, milliseconds. */
const AFTER_CHECKPOINT_MS = 40;
const PROGRAM = fileURLToPath(import.meta.resolve('@laurel/support/log-process'));

const test = await openTestDatabase();
const { owner, app, url } = test;
const dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
afterAll(async () => {
  await test.close();
  rmSync(dataDir, { recursive: true });
});

/**
 * Starts a process, and kills it at a random moment after its start or its first checkpoint. Collects the notes that it
 * showed.
 */
const runUntilKilled = async (notes: Set<string>, problems: string[], untilCheckpoint: boolean): Promise<void> => {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, url, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  child.stderr?.on('data', (data) => problems.push(String(data)));
  if (!child.stdout) throw new Error('the process has no output');
  const lines = createInterface(child.stdout);
  const ready = once(lines, 'line');
  const checkpoint = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      const note: unknown = JSON.parse(line);
      if (typeof note !== 'string' || note === 'ready') return;
      notes.add(note);
      resolve();
    });
  });
  await Promise.race([untilCheckpoint ? checkpoint : ready, ended]);
  // Real time: the process is killed at a random moment.
  await sleep(Math.random() * (untilCheckpoint ? AFTER_CHECKPOINT_MS : LONGEST_MS));
  child.kill('SIGKILL');
  await ended;
};

describe('the sequencer', () => {
  it(`killed ${KILLS} times makes no fork, no gap, and no leaf twice`, { timeout: 900_000 }, async () => {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const notes = new Set<string>();
    const problems: string[] = [];
    let isVoting = true;
    const voting = (async () => {
      while (isVoting) {
        const ballots = (await insertVoters(owner, 3)).map(({ sessionId }) => [sessionId, nominee] as const);
        expect(await castVotes(app, ballots)).toBe('AAA');
        // Real time: votes arrive one after the other.
        await sleep(5);
      }
    })();
    let left = KILLS;
    const killing = Array.from({ length: PROCESSES }, async () => {
      while (left > 0) {
        left -= 1;
        await runUntilKilled(notes, problems, left % 2 === 0);
      }
    });
    await Promise.all(killing);
    isVoting = false;
    await voting;
    expect(problems).toEqual([]);

    const log = await openTestLog({ url, dataDir });
    await log.run();
    const { leaves, octets } = await readLog(log.file, log.key);
    const { rows } = await owner.query<{ votes: number; logged: number; checkpoints: number }>(
      `SELECT (SELECT count(*) FROM votes)::int AS votes, (SELECT count(DISTINCT leaf) FROM log_votes)::int AS logged,
              (SELECT count(*) FROM log_checkpoints)::int AS checkpoints`,
    );
    const votes = leaves.filter(({ type }) => type === 'vote').length;
    expect(rows[0]).toMatchObject({ votes, logged: votes });
    expect(new Set(octets.map((leaf) => Buffer.from(leaf).toString('latin1'))).size).toBe(octets.length);
    // Each checkpoint that was shown is one of this log.
    const hashes = octets.map((leaf) => leafHash(sha256, leaf));
    expect(notes.size).toBeGreaterThan(KILLS / 10);
    for (const note of notes) {
      const { size, root } = (await openCheckpoint(nodeVerifier, note, log.key)).checkpoint;
      expect(Buffer.from(rootOf(sha256, hashes.slice(0, size)))).toEqual(Buffer.from(root));
    }
    await log.close();
  });
});
