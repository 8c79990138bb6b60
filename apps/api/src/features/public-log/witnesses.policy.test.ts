import { cosign } from '@laurel/tlog/cosignature';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { COSIGNATURE, formatVerifierKey, parseNote, parseVerifierKey } from '@laurel/tlog/note';
import { createTestLog } from '@laurel/witness/testing/log';
import { describe, expect, it } from 'vitest';
import {
  compareTrees,
  cosignersOf,
  describeCosigners,
  formatRequest,
  namedSize,
  pauseAfter,
  readCosignature,
  readEvidence,
} from './witnesses.policy.ts';

const NOW = 1_800_000_000;
const log = await createTestLog();
const note = await log.checkpoint(5);
const { text } = parseNote(note);
const witness = await signerOf(new Uint8Array(32).fill(1), 'w.example', COSIGNATURE);
const other = await signerOf(new Uint8Array(32).fill(2), 'w.example', COSIGNATURE);
const read = (body: string) => readCosignature(nodeVerifier, witness.key, note, body, NOW);

describe('the answer of a witness', () => {
  it('has its cosignature, alone or among others', async () => {
    const line = await cosign(witness, text, NOW - 5);
    const expected = { line: line.trimEnd(), time: NOW - 5 };
    expect(await read(line)).toEqual(expected);
    expect(await read((await cosign(other, text, NOW)) + line)).toEqual(expected);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['empty', () => ''],
    ['no note', () => 'hello'],
    ['signed with another key', () => cosign(other, text, NOW)],
    ['for another checkpoint', async () => cosign(witness, parseNote(await log.checkpoint(6)).text, NOW)],
    ['of time 0', () => cosign(witness, text, 0)],
    ['of a time in the future', () => cosign(witness, text, NOW + 100_000)],
    ['changed in its time', async () => (await cosign(witness, text, NOW)).replace('SdI', 'SdJ')],
    ['a line without its end', async () => (await cosign(witness, text, NOW)).trimEnd()],
    ['preceded by text', async () => `x\n${await cosign(witness, text, NOW)}`],
    ['preceded by the checkpoint', async () => `\n${text}\n${await cosign(witness, text, NOW)}`],
    ['signed with more text', async () => `\nmore\n\n${await cosign(witness, `${note}\nmore\n`, NOW)}`],
  ])('has no cosignature if it is %s', async (_what, body) => {
    expect(await read(await body())).toBeUndefined();
  });

  it('names a size with 409', () => {
    const type = 'text/x.tlog.size';
    expect(namedSize({ type, body: '17\n' })).toBe(17);
    for (const body of ['17', '-1\n', '017\n', '1e3\n', '', '\n', '99999999999999999999\n']) {
      expect(namedSize({ type, body })).toBeUndefined();
    }
    expect(namedSize({ type: 'text/html', body: '17\n' })).toBeUndefined();
  });
});

describe('a checkpoint that a witness shows', () => {
  it('counts only if the log’s own key signed it', async () => {
    const key = await parseVerifierKey(nodeVerifier, log.verifierKey);
    const impostor = await createTestLog({ seed: 9 });
    expect(await readEvidence(nodeVerifier, key, note)).toMatchObject({ size: 5 });
    expect(await readEvidence(nodeVerifier, key, await impostor.checkpoint(5))).toBeUndefined();
    expect(await readEvidence(nodeVerifier, key, '')).toBeUndefined();
  });

  it('contradicts a log that is smaller, or of another tree', async () => {
    const fork = await createTestLog({ forksAt: 3 });
    const ours = async (size: number) => log.root(size);
    expect(await compareTrees({ size: 9, root: log.root(9) }, 5, ours)).toBe('older');
    expect(await compareTrees({ size: 4, root: fork.root(4) }, 5, ours)).toBe('fork');
    expect(await compareTrees({ size: 4, root: log.root(4) }, 5, ours)).toBeUndefined();
    expect(await compareTrees({ size: 5, root: log.root(5) }, 5, ours)).toBeUndefined();
  });
});

it('a checkpoint has the cosigners whose signatures it carries, by name and key', async () => {
  const served = note + (await cosign(witness, text, NOW));
  const [own, renewed] = [formatVerifierKey(witness.key), formatVerifierKey(other.key)];
  expect(cosignersOf(served, [own, renewed])).toEqual([own]);
  expect(cosignersOf(note, [own, renewed])).toEqual([]);
  expect(describeCosigners(served, [own, renewed], 2)).toBe('cosigned by 1 of 2 witnesses, of which 2 must have');
});

it('the pause after a failure of a witness doubles, up to ten minutes', () => {
  expect([0, 1, 2, 3, 8, 1_000].map(pauseAfter)).toEqual([0, 5_000, 10_000, 20_000, 600_000, 600_000]);
});

it('a request to add a checkpoint has the old size, the proof and the checkpoint (C2SP tlog-witness)', () => {
  const hashes = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const [one, two] = hashes.map((hash) => Buffer.from(hash).toString('base64'));
  expect(formatRequest(4, hashes, note)).toBe(`old 4\n${one}\n${two}\n\n${note}`);
  expect(formatRequest(0, [], note)).toBe(`old 0\n\n${note}`);
});
