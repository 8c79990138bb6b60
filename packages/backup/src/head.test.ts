import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupError } from './errors.ts';
import { createHeadWriter, examineHead, type Head, headKey, readHead } from './head.ts';
import { createSigningKeys, requireSigner } from './signed.ts';
import { at, CLUSTER, type MadeStore, startMadeStore } from './testing/made-store.ts';

const START = new Date('2026-12-01T20:00:00Z');
const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const state = (moment: Date, upTo = at(7)): Pick<Head, 'at' | 'timeline' | 'upTo' | 'completeAt'> => ({
  at: moment,
  timeline: 1,
  upTo,
  completeAt: moment,
});

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
});
afterEach(() => made.close());

const stored = () => readHead(made.store, CLUSTER, made.trust);

describe('the writer of heads', () => {
  it('continues the numbers of the last head, and writes when the WAL has advanced', async () => {
    const heads = createHeadWriter(made.store, made.signer, CLUSTER, 41);
    await heads.write(state(START));
    expect(await stored()).toMatchObject({ sequence: 42, upTo: at(7), completeAt: START });
    await heads.write(state(later(1), at(7, 8)));
    expect(await stored()).toMatchObject({ sequence: 43, upTo: at(7, 8), completeAt: later(1) });
    expect(heads.sequence()).toBe(43);
  });

  // This test fails if the number of the stored head wins: an older state of the store gets heads of known numbers.
  it('never writes a number again, although the store was put back to an older state', async () => {
    await createHeadWriter(made.store, made.signer, CLUSTER, 3).write(state(START));
    const older = await stored();
    await createHeadWriter(made.store, made.signer, CLUSTER, 41, older).write(state(later(60)));
    expect([older?.sequence, (await stored())?.sequence]).toEqual([4, 42]);
    await createHeadWriter(made.store, made.signer, CLUSTER, 0, await stored()).write(state(later(120)));
    expect((await stored())?.sequence).toBe(43);
  });

  it('writes an idle database’s head once a minute, and after the clock was set back', async () => {
    const heads = createHeadWriter(made.store, made.signer, CLUSTER, 0);
    const written = async (moment: Date, last = false): Promise<number> => {
      await heads.write(state(moment), last);
      return heads.sequence();
    };
    expect([
      await written(START),
      await written(later(59)),
      await written(later(60)),
      await written(later(61)),
    ]).toEqual([1, 1, 2, 2]);
    expect(await written(later(-60))).toBe(3);
    expect(await written(later(-59), true)).toBe(4);
    expect(await stored()).toMatchObject({ sequence: 4, completeAt: later(-59) });
  });

  it('keeps the last head until log of a new timeline is in the store', async () => {
    const first = createHeadWriter(made.store, made.signer, CLUSTER, 0);
    await first.write(state(START, 0n));
    expect(await stored()).toMatchObject({ sequence: 1, upTo: 0n });
    const heads = createHeadWriter(made.store, made.signer, CLUSTER, 1);
    await heads.write({ ...state(later(1)), timeline: 2 });
    await heads.write({ ...state(later(2), 0n), timeline: 3 }, true);
    expect(await stored()).toMatchObject({ sequence: 2, timeline: 2, upTo: at(7) });
    await heads.write({ ...state(later(3), at(8)), timeline: 3 });
    expect(await stored()).toMatchObject({ sequence: 3, timeline: 3, upTo: at(8) });
  });

  it('does not count a head that the store rejected', async () => {
    const refusing = { ...made.store, put: () => Promise.reject(new Error('the store is full')) };
    const heads = createHeadWriter(refusing, made.signer, CLUSTER, 7);
    await expect(heads.write(state(START))).rejects.toThrow('full');
    expect(heads.sequence()).toBe(7);
  });
});

describe('the head at the start of the service', () => {
  it.each([
    [5, undefined],
    [4, undefined],
    [0, undefined],
    [6, /older state.*its head is number 5, and this machine wrote number 6/],
  ])('with number 5 is a problem only if this machine wrote a later one: %d', async (ours, problem) => {
    await made.putHead({ sequence: 5 });
    const found = await examineHead(made.store, CLUSTER, made.trust, ours);
    expect(found.stored?.sequence).toBe(5);
    if (problem) expect(found.problem).toMatch(problem);
    else expect(found.problem).toBeUndefined();
  });

  it('is a problem if it is missing although this machine wrote one', async () => {
    expect(await examineHead(made.store, CLUSTER, made.trust, 0)).toEqual({ stored: undefined, problem: undefined });
    expect((await examineHead(made.store, CLUSTER, made.trust, 1)).problem).toContain('it has no head');
  });

  it('is a problem if someone else signed it', async () => {
    await made.putHead({}, requireSigner(createSigningKeys()));
    const found = await examineHead(made.store, CLUSTER, made.trust, 4);
    expect(found).toEqual({ stored: undefined, problem: expect.stringContaining('signed by another key') });
  });

  it('is not replaced if it cannot be trusted and this machine wrote none', async () => {
    await made.putHead({}, requireSigner(createSigningKeys()));
    const starting = examineHead(made.store, CLUSTER, made.trust, 0);
    await expect(starting).rejects.toBeInstanceOf(BackupError);
    await expect(starting).rejects.toThrow(
      /signed by another key.*append your copy of the verify key to secrets\/backup_verify_key.*set another BACKUP_STORE/,
    );
    await made.store.put(headKey(CLUSTER), Readable.from([Buffer.from('no head\n')]));
    await expect(examineHead(made.store, CLUSTER, made.trust, 0)).rejects.toThrow(/has no signature.*verify key/);
  });

  it('is unknown while the store does not answer', async () => {
    const away = { ...made.store, get: () => Promise.reject(new Error('the store is away')) };
    await expect(examineHead(away, CLUSTER, made.trust, 3)).rejects.toThrow('the store is away');
  });
});
