import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeLog, fakeLog, logAnswer, ORIGIN, otherLeaf, sealVote, someSigner } from '../../testing/fake-log.ts';
import { checkReceipt } from './receipt.ts';

const mine = sealVote({ nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' });
const others = (count: number) => Array.from({ length: count }, (_, at) => otherLeaf(at));

let log: FakeLog;
let online: boolean;
beforeEach(async () => {
  log = await fakeLog();
  online = true;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!online) throw new TypeError('Failed to fetch');
    return logAnswer(log, url);
  });
  await log.append(...others(7), mine.leaf, ...others(5));
});
afterEach(() => vi.unstubAllGlobals());

const outcome = async (text: string | null): Promise<string> => (await checkReceipt(text ?? '', log.public)).is;

describe('a receipt that somebody shows', () => {
  it('is in the record, also when that has grown', async () => {
    const { proof } = log.receiptOf(mine);
    await log.append(...others(300));
    expect(await checkReceipt(proof ?? '', log.public)).toMatchObject({
      is: 'inRecord',
      index: 7,
      size: 313,
      leaf: { type: 'vote', category: 'best-partner/crypto' },
    });
  });

  it('is refused if it is no receipt, is cut, is forged or is of another log', async () => {
    const proof = log.receiptOf(mine).proof ?? '';
    expect(await outcome('hello')).toBe('notReceipt');
    expect(await outcome('{"format":"laurel/bundle/v1"}')).toBe('bundle');
    expect(await outcome(proof.slice(0, 200))).toBe('notReceipt');
    expect(await outcome(proof.replace('index 7', 'index 6'))).toBe('notInRecord');
    expect(await outcome(await log.promiseFor(mine))).toBe('promise');
    const foreign = await fakeLog({ signer: await someSigner(ORIGIN) });
    await foreign.append(mine.leaf);
    expect(await outcome(foreign.receiptOf(mine).proof)).toBe('forged');
    const last = await fakeLog({ signer: await someSigner('awards.example/log/2024') });
    await last.append(mine.leaf);
    expect(await checkReceipt(last.receiptOf(mine).proof ?? '', log.public)).toEqual({
      is: 'otherLog',
      origin: 'awards.example/log/2024',
    });
  });

  it('is a fork if it is signed but not in the record that the site shows', async () => {
    const { proof } = log.receiptOf(mine);
    await log.rewrite(...others(20));
    expect(await outcome(proof)).toBe('fork');
  });

  it('can’t be compared while a file of the site is damaged', async () => {
    const { proof } = log.receiptOf(mine);
    await log.append(...others(7));
    log.files.set('tile/0/000.p/20', new Uint8Array(20 * 32));
    expect(await outcome(proof)).toBe('unreadable');
  });

  it('is not called forged if the record that the site shows is', async () => {
    const { proof } = log.receiptOf(mine);
    const { verifierKey } = log.public;
    log = await fakeLog({ signer: await someSigner(ORIGIN) });
    await log.append(mine.leaf);
    const site = { ...log.public, verifierKey };
    expect((await checkReceipt(proof ?? '', site)).is).toBe('unreadable');
  });

  it('can’t be compared without a network', async () => {
    online = false;
    expect(await outcome(log.receiptOf(mine).proof)).toBe('unreadable');
  });
});
