import { randomBytes } from 'node:crypto';
import type { Receipt } from '@laurel/contracts/calls/receipts';
import { NO_NONCE } from '@laurel/contracts/public-log/leaves';
import type { Vote } from '@laurel/contracts/records';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { COSIGNATURE } from '@laurel/tlog/note';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../../lib/storage.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import {
  type FakeLog,
  fakeLog,
  logAnswer,
  ORIGIN,
  otherLeaf,
  type SealedVote,
  sealVote,
  someSigner,
} from '../../testing/fake-log.ts';
import { checkVote } from './check.ts';
import type { KeptVote, Verdict } from './flow.ts';
import { readEvidence, readKept } from './kept.ts';

const NOW = Date.parse('2025-11-20T12:00:00Z');
const VOTE: Vote = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const others = (count: number) => Array.from({ length: count }, (_, at) => otherLeaf(at));

let log: FakeLog;
let mine: SealedVote;
let kept: KeptVote;
let answer: (url: string) => Response | Promise<Response>;
beforeEach(async () => {
  stubWindow();
  log = await fakeLog();
  mine = sealVote(VOTE);
  kept = { nonce: log.receiptOf(mine).browserNonce, promise: await log.promiseFor(mine), sure: true };
  answer = (url) => logAnswer(log, url);
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});
afterEach(() => {
  clearStorage();
  vi.unstubAllGlobals();
});

type Given = {
  receipt?: Receipt | undefined;
  kept?: KeptVote | undefined;
  vote?: Vote;
  overdue?: boolean;
};
const check = (given: Given = {}): Promise<Verdict> =>
  checkVote({
    vote: VOTE,
    receipt: 'receipt' in given ? given.receipt : log.receiptOf(mine),
    kept: 'kept' in given ? given.kept : kept,
    log: log.public,
    overdue: given.overdue ?? false,
    now: NOW,
    ...(given.vote ? { vote: given.vote } : {}),
  });
const faultOf = async (given?: Given): Promise<string> => {
  const verdict = await check(given);
  return verdict.is === 'wrong' ? verdict.fault : verdict.is;
};
/** The receipt with a change. */
const receiptWith = (more: Partial<Receipt>): Receipt => ({ ...log.receiptOf(mine), ...more });

describe('a vote in the public record', () => {
  it('is found, with the witnesses that cosigned, and what this browser saw before', async () => {
    const witnesses = await Promise.all(
      ['a.example', 'b.example', 'c.example'].map((name) => someSigner(name, COSIGNATURE)),
    );
    log = await fakeLog({ witnesses });
    kept = { ...kept, promise: await log.promiseFor(mine) };
    await log.append(...others(20), mine.leaf, ...others(4));
    const found = { is: 'recorded', index: 20, size: 25, cosigned: 3, witnesses: 3, own: true };
    expect(await check()).toEqual({ ...found, before: 0 });
    const receipt = log.receiptOf(mine);
    await log.append(...others(300));
    await log.publish(witnesses.slice(1));
    // The receipt's checkpoint has all three, and the record still begins with it.
    expect(await check({ receipt })).toEqual({ ...found, size: 325, before: 25 });
    expect(readKept()?.note.split('\n')[1]).toBe('325');
  });

  it('was cast by another browser, or by one that does not know whether this is its vote', async () => {
    await log.append(...others(3), mine.leaf);
    expect(await check({ kept: undefined })).toMatchObject({ is: 'recorded', own: false });
    const unsure = { nonce: 'AAAAAAAAAAAAAAAAAAAAAA', promise: undefined, sure: false };
    expect(await check({ kept: unsure })).toMatchObject({ is: 'recorded', own: false });
  });

  it('is waited for until it has to be there', async () => {
    await log.append(...others(3));
    expect(await check()).toEqual({ is: 'waiting' });
    expect(await faultOf({ overdue: true })).toBe('overdue');
  });

  it('raises no alarm if nothing can be read, or if this browser can’t verify', async () => {
    await log.append(...others(3), mine.leaf);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await check()).toEqual({ is: 'unreadable' });
    answer = () => new Response('<html>Log in to the network</html>');
    expect(await check()).toEqual({ is: 'unreadable' });
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Ed25519', 'NotSupportedError'));
    expect(await check()).toEqual({ is: 'unsupported' });
    vi.restoreAllMocks();
    expect(readEvidence()).toBeUndefined();
  });

  it('raises no alarm while the site shows an older state', async () => {
    const old = await log.append(...others(3), mine.leaf);
    const receipt = log.receiptOf(mine);
    await log.append(...others(3));
    await check({ receipt });
    log.show(old);
    expect(await check({ receipt })).toEqual({ is: 'doubtful' });
  });

  it('raises no alarm while a file between its receipt and the newest checkpoint is damaged', async () => {
    await log.append(...others(3), mine.leaf);
    const receipt = log.receiptOf(mine);
    await log.append(...others(3));
    log.files.set('tile/0/000.p/7', new Uint8Array(7 * 32));
    expect(await check({ receipt })).toEqual({ is: 'doubtful' });
    log.files.set('tile/0/000.p/7', new Uint8Array(5));
    expect(await check({ receipt })).toEqual({ is: 'doubtful' });
    expect(readEvidence()).toBeUndefined();
  });
});

describe('a vote that is not in the record as it was cast', () => {
  it('does not open to the choice', async () => {
    await log.append(...others(3), mine.leaf);
    expect(await faultOf({ vote: { ...VOTE, vote: 'another' } })).toBe('choice');
    expect(await faultOf({ vote: { ...VOTE, niche: 'finance' } })).toBe('choice');
    const lastYear = encodeBase64(mine.leaf).replace('MjAyNQ', 'MjAyNA');
    expect(await faultOf({ receipt: receiptWith({ leaf: lastYear }) })).toBe('choice');
    expect(await faultOf({ receipt: receiptWith({ serverNonce: 'AAAAAAAAAAAAAAAAAAAAAA' }) })).toBe('choice');
    expect(await faultOf({ receipt: receiptWith({ serverNonce: 'short' }) })).toBe('choice');
    expect(await faultOf({ receipt: receiptWith({ leaf: encodeBase64(otherLeaf(1)) }) })).toBe('choice');
    expect(await faultOf({ receipt: receiptWith({ leaf: '?' }) })).toBe('choice');
  });

  it('is that of another browser: one leaf for two voters', async () => {
    const twin = sealVote(VOTE);
    await log.append(...others(3), twin.leaf);
    expect(await faultOf({ receipt: log.receiptOf(twin) })).toBe('nonce');
  });

  // This test fails if a leaf without a nonce is accepted when the response had no promise: both are `recorded`.
  it('was recorded without the nonce of this browser: one leaf for two voters, and no promises', async () => {
    const shared = sealVote(VOTE, NO_NONCE);
    await log.append(...others(3), shared.leaf);
    const receipt = log.receiptOf(shared);
    const voters = [randomBytes(16), randomBytes(16)].map((nonce) => ({
      nonce: nonce.toString('base64url'),
      promise: undefined,
      sure: true,
    }));
    expect(await Promise.all(voters.map((each) => faultOf({ receipt, kept: each })))).toEqual(['nonce', 'nonce']);
    expect(await faultOf({ receipt })).toBe('nonce');
  });

  it('raises no alarm if a page of the previous release cast it, which kept nothing', async () => {
    const old = sealVote(VOTE, NO_NONCE);
    await log.append(...others(3), old.leaf);
    const receipt = log.receiptOf(old);
    expect(await check({ receipt, kept: undefined })).toMatchObject({ is: 'recorded', own: false });
    // The new page tried again, and the server responded that there is a vote.
    const unsure = { nonce: kept.nonce, promise: undefined, sure: false };
    expect(await check({ receipt, kept: unsure })).toMatchObject({ is: 'recorded', own: false });
  });

  it('is another than the promised one', async () => {
    const changed = sealVote(VOTE, mine.browserNonce);
    await log.append(...others(3), changed.leaf);
    expect(await faultOf({ receipt: log.receiptOf(changed) })).toBe('promise');
    const foreign = await fakeLog({ signer: await someSigner(ORIGIN) });
    await log.append(mine.leaf);
    expect(await faultOf({ kept: { ...kept, promise: await foreign.promiseFor(mine) } })).toBe('promise');
    expect(await faultOf({ kept: { ...kept, promise: 'nonsense' } })).toBe('promise');
  });

  it('is gone', async () => {
    await log.append(...others(3));
    const verdict = await check({ receipt: undefined });
    expect(verdict).toMatchObject({ is: 'wrong', fault: 'missing' });
    // The promise proves the fault. The evidence does not reveal the choice.
    expect(verdict.is === 'wrong' && verdict.evidence).toContain(JSON.stringify(kept.promise));
    expect(verdict.is === 'wrong' && verdict.evidence).not.toContain('orbit-crew');
  });

  it('has a receipt that does not lead to the record: cut, moved, of another log, or of another history', async () => {
    await log.append(...others(20), mine.leaf, ...others(9));
    const { proof } = log.receiptOf(mine);
    const lines = (proof ?? '').split('\n');
    expect(await faultOf({ receipt: receiptWith({ proof: lines.slice(0, 4).join('\n') }) })).toBe('proof');
    expect(await faultOf({ receipt: receiptWith({ proof: lines.toSpliced(3, 1).join('\n') }) })).toBe('proof');
    expect(await faultOf({ receipt: receiptWith({ index: 19 }) })).toBe('proof');
    const moved = (proof ?? '').replace('index 20', 'index 21');
    expect(await faultOf({ receipt: receiptWith({ proof: moved, index: 21 }) })).toBe('proof');
    const foreign = await fakeLog({ signer: await someSigner(ORIGIN) });
    await foreign.append(mine.leaf);
    expect(await faultOf({ receipt: foreign.receiptOf(mine) })).toBe('signature');
    // Signed by the log, but not the record that everybody else sees.
    const receipt = log.receiptOf(mine);
    await log.rewrite(...others(40));
    expect(await faultOf({ receipt })).toBe('fork');
  });

  it('is in a record with the false signature of a witness', async () => {
    const witness = await someSigner('w.example', COSIGNATURE);
    log = await fakeLog({ witnesses: [witness] });
    await log.append(mine.leaf);
    await log.publish([{ ...witness, sign: () => new Uint8Array(64) }]);
    expect(await faultOf({ kept: undefined })).toBe('witness');
  });

  it('is in a record that differs from the one that this browser saw: the evidence stays', async () => {
    const before = await log.append(...others(3), mine.leaf);
    expect(await faultOf()).toBe('recorded');
    const after = await log.rewrite(mine.leaf, ...others(7));
    expect(await faultOf()).toBe('fork');
    expect(readEvidence()).toEqual({ fault: 'fork', at: NOW, kept: before, shown: after });
    await log.rewrite(mine.leaf);
    await faultOf();
    expect(readEvidence()?.shown).toBe(after);
  });
});
