// An attacker who can write to the store, but has neither the signing key nor access to the machine.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseArchiveKey, baseRecordKeys, unsignedWalKey } from '@laurel/backup/catalog';
import { headKey } from '@laurel/backup/head';
import { createSigningKeys, requireSigner } from '@laurel/backup/signed';
import { writeState } from '@laurel/backup/status';
import { at, CLUSTER, type MadeStore, segmentBytes, startMadeStore, walFile } from '@laurel/backup/testing/made-store';
import { runLaurel } from '@laurel/support/cli';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const OLD = new Date('2025-11-30T00:00:00Z');
const NEW = new Date('2025-12-01T00:00:00Z');
const [OLD_ID, NEW_ID] = ['20251130T000000000Z', '20251201T000000000Z'];

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putBase(OLD, 4);
  await made.putBase(NEW, 6);
  for (const segment of [4, 5, 6])
    await made.putWal(walFile(segment), segmentBytes(segment), { upTo: at(segment + 1) });
  await made.putWal(walFile(7, true), segmentBytes(7), { upTo: at(7, 500) });
  await made.putHead({});
  writeFileSync(join(made.dir, 'identity'), made.keys.identity);
});
afterEach(() => made.close());

const laurel = (argv: readonly string[], more: Record<string, string> = {}) =>
  runLaurel(['backup', ...argv], made.environment(more));
const verify = (...argv: string[]) => laurel(['verify', ...argv]);
const target = (): string => join(made.dir, 'restored');
const dryRun = (...argv: string[]) => laurel(['restore', '--to', target(), '--dry-run', ...argv]);
const otherSigner = () => requireSigner(createSigningKeys());
const copy = (from: string, to: string): void => cpSync(made.pathOf(from), made.pathOf(to));

/** A command ends with this exit code, and says this. */
const expectEnd = async (running: ReturnType<typeof laurel>, exit: number, said: string | RegExp): Promise<void> => {
  const ran = await running;
  expect([ran.code, ran.text()]).toEqual([exit, expect.stringMatching(said)]);
};
/** A verification reports it, and a restore does not start. */
const expectRefused = async (problem: string | RegExp): Promise<void> => {
  await expectEnd(verify(), 1, problem);
  await expectEnd(dryRun(), 1, problem);
};

it('a genuine backup passes the checks, with and without the private key', async () => {
  await expectEnd(verify(), 0, `in order: base backup ${NEW_ID}`);
  const dry = await dryRun('--json');
  expect(dry.code, dry.text()).toBe(0);
  expect(JSON.parse(dry.lines.join('\n'))).toMatchObject({ base: NEW_ID, logUpTo: '0/70001F4', signed: true });
});

describe('a base backup', () => {
  it('that replaced the newest by an older one is detected, and nothing is restored', async () => {
    copy(baseArchiveKey(CLUSTER, OLD_ID), baseArchiveKey(CLUSTER, NEW_ID));
    await expectEnd(verify(), 1, 'base.tar.gz.age is not what was signed');
    await expectEnd(
      laurel(['restore', '--to', target(), '--identity', join(made.dir, 'identity')]),
      1,
      'is not what was signed',
    );
    expect(existsSync(target()) ? readdirSync(target()) : []).toEqual([]);
  });

  it('that was moved with its signed record is detected: the record names another place', async () => {
    const [newest] = baseRecordKeys(CLUSTER, NEW_ID);
    const [older] = baseRecordKeys(CLUSTER, OLD_ID);
    copy(baseArchiveKey(CLUSTER, OLD_ID), baseArchiveKey(CLUSTER, NEW_ID));
    copy(older, newest);
    await expectEnd(verify(), 1, 'signed for another base backup');
    const dry = await dryRun('--json');
    expect(JSON.parse(dry.lines.join('\n'))).toMatchObject({ base: OLD_ID });
    expect(dry.problems.join('\n')).toContain('signed for another base backup');
  });

  it('signed by an unknown key is rejected', async () => {
    await made.putBase(new Date('2025-12-02T00:00:00Z'), 6, { by: otherSigner() });
    await expectEnd(verify(), 1, 'is signed by another key');
    expect((await dryRun()).text()).toContain(`Would restore base backup ${NEW_ID}`);
  });

  it('of another cluster, signed by the same key, is rejected', async () => {
    await made.putBase(new Date('2025-12-02T00:00:00Z'), 6, { cluster: '8' });
    const other = '20251202T000000000Z';
    mkdirSync(made.pathOf(`${CLUSTER}/base/${other}`));
    copy(baseArchiveKey('8', other), baseArchiveKey(CLUSTER, other));
    copy(baseRecordKeys('8', other)[0], baseRecordKeys(CLUSTER, other)[0]);
    const dry = await dryRun('--cluster', CLUSTER);
    expect(dry.text()).toContain(`Would restore base backup ${NEW_ID}`);
    expect(dry.text()).toContain(`signed for another base backup: 8/base/${other}`);
  });

  it('without a signature is accepted only with --unsigned', async () => {
    const unsigned = '20251202T000000000Z';
    const [signedKey] = baseRecordKeys(CLUSTER, NEW_ID);
    const record = JSON.parse(readFileSync(made.pathOf(signedKey), 'utf8').split('\n')[0] ?? '');
    mkdirSync(made.pathOf(`${CLUSTER}/base/${unsigned}`));
    copy(baseArchiveKey(CLUSTER, NEW_ID), baseArchiveKey(CLUSTER, unsigned));
    const [, unsignedKey] = baseRecordKeys(CLUSTER, unsigned);
    writeFileSync(made.pathOf(unsignedKey), JSON.stringify({ ...record, id: unsigned }));
    expect((await dryRun()).text()).toContain(`Would restore base backup ${NEW_ID}`);
    const asked = await dryRun('--unsigned');
    expect(asked.text()).toContain(`Would restore base backup ${unsigned}`);
    expect(asked.problems.join('\n')).toContain('has no signature');
  });
});

describe('a store from before Laurel signed backups', () => {
  beforeEach(() => {
    for (const id of [OLD_ID, NEW_ID]) {
      const [signedKey, unsignedKey] = baseRecordKeys(CLUSTER, id);
      writeFileSync(made.pathOf(unsignedKey), readFileSync(made.pathOf(signedKey), 'utf8').split('\n')[0] ?? '');
      rmSync(made.pathOf(signedKey));
    }
    for (const file of [walFile(4), walFile(5), walFile(6), walFile(7, true)]) {
      const bytes = readFileSync(made.walPath(file));
      const payload = bytes.subarray(bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1);
      writeFileSync(made.pathOf(unsignedWalKey(CLUSTER, file)), payload);
      rmSync(made.walPath(file));
    }
    rmSync(made.pathOf(headKey(CLUSTER)));
  });

  it('is reported as unsigned, and accepted with --unsigned', async () => {
    await expectEnd(dryRun(), 1, /have no signature.*--unsigned/);
    const taken = await dryRun('--unsigned', '--json');
    expect(JSON.parse(taken.lines.join('\n'))).toMatchObject({ base: NEW_ID, signed: false });
    expect((await verify('--unsigned', '--identity', join(made.dir, 'identity'))).text()).not.toContain('0007.partial');
    const listed = await laurel(['list']);
    expect(listed.problems.join()).toContain('2 base backups have no signature');
    expect(JSON.parse((await laurel(['list', '--unsigned', '--json'])).lines.join('\n'))).toHaveLength(2);
  });
});

describe('the log', () => {
  it('with two swapped segments is detected', async () => {
    renameSync(made.walPath(walFile(5)), join(made.dir, 'aside'));
    renameSync(made.walPath(walFile(4)), made.walPath(walFile(5)));
    renameSync(join(made.dir, 'aside'), made.walPath(walFile(4)));
    await expectEnd(verify('--base', OLD_ID), 1, 'signed for another place');
  });

  it('of another cluster or another key is detected', async () => {
    await made.putWal(walFile(6), segmentBytes(6, 1), { cluster: '8', upTo: at(7) });
    mkdirSync(made.pathOf(`${CLUSTER}/wal`), { recursive: true });
    const foreign = made.walPath(walFile(6)).replace(`/${CLUSTER}/wal/`, '/8/wal/');
    cpSync(foreign, made.walPath(walFile(6)));
    expect((await verify()).text()).toContain('signed for another place: 8');
    await made.putWal(walFile(6), segmentBytes(6, 1), { upTo: at(7), by: otherSigner() });
    expect((await verify()).text()).toContain('is signed by another key');
  });

  it('that was truncated is detected', async () => {
    rmSync(made.walPath(walFile(7, true)));
    await expectRefused(/ends at 0\/7000000, but it was signed to be in the store up to 0\/70001F4/);
    rmSync(made.walPath(walFile(6)));
    await made.putWal(walFile(6, true), segmentBytes(6), { upTo: at(6, 400) });
    await expectRefused(/ends at 0\/6000190, but/);
  });

  it('whose newest file is an older copy is detected', async () => {
    await made.putWal(walFile(7, true), segmentBytes(7), { upTo: at(7, 100) });
    await expectRefused(/ends at 0\/7000064, but/);
  });

  it('may continue after the head, because the last files were in transit', async () => {
    await made.putWal(walFile(7), segmentBytes(7), { upTo: at(8) });
    expect((await verify()).code).toBe(0);
    expect((await dryRun()).code).toBe(0);
  });
});

describe('a store that was put back to an older state', () => {
  const NOON = new Date('2025-12-01T12:00:00Z');

  it('is detected on the machine that wrote it', async () => {
    const state = {
      at: new Date(),
      cluster: CLUSTER,
      timeline: 1,
      shippedLsn: '0/8000000',
      currentLsn: '0/8000000',
      lagBytes: 0,
      completeAt: new Date(),
      slotStatus: null,
      slotRetainedBytes: 0,
      lastBase: null,
      problem: null,
    };
    const putBack = made.remember();
    await made.putWal(walFile(7), segmentBytes(7), { upTo: at(8) });
    await made.putHead({ sequence: 6, upTo: at(8) });
    mkdirSync(join(made.dir, 'spool'));
    writeState(join(made.dir, 'spool'), { ...state, headSequence: 6 });
    expect((await dryRun()).code).toBe(0);
    putBack();
    await expectRefused(/put back to an older state.*head 5.*head 6/);
  });

  it('is detected with --not-before, which is required if the newest head is old', async () => {
    await made.putHead({ completeAt: NOON });
    await expectRefused(/end at 2025-12-01T12:00:00.000Z. A store that was put back .* --not-before/);
    expect((await dryRun('--not-before', '2025-12-01T11:59:00Z')).code).toBe(0);
    expect((await verify('--not-before', '2025-12-01T11:59:00Z')).code).toBe(0);
    await expectEnd(dryRun('--not-before', '2025-12-01T12:01:00Z'), 1, 'before --not-before');
    expect((await verify('--not-before', '2025-12-01T12:01:00Z')).code).toBe(1);
  });

  it('is detected without its head, and with the head of another cluster', async () => {
    rmSync(made.pathOf(headKey(CLUSTER)));
    await expectRefused('no head that says how far the backups reach');
    await made.putHead({ cluster: '8' });
    copy(headKey('8'), headKey(CLUSTER));
    await expectRefused(/signed for another cluster|no head/);
    await made.putHead({}, otherSigner());
    await expectRefused(/signed by another key|no head/);
  });
});

describe('laurel backup restore --at', () => {
  it('rejects a time after the end of the log, also in a dry run, and names the end', async () => {
    await made.putHead({ completeAt: new Date('2025-12-01T12:00:00Z') });
    const known = ['--not-before', '2025-12-01T11:00:00Z'];
    await expectEnd(
      dryRun(...known, '--at', '2025-12-01T12:00:01Z'),
      1,
      /--at 2025-12-01T12:00:01\.000Z.* is after the end of the log.* up to 2025-12-01T12:00:00\.000Z/,
    );
    await expectEnd(dryRun(...known, '--at', '2025-12-01T12:00:00Z'), 0, 'the log up to 2025-12-01T12:00:00.000Z');
    expect((await dryRun(...known, '--at', 'noon')).code).toBe(2);
  });
});

it('laurel backup list shows times, and which backups are not trusted', async () => {
  await made.putHead({ completeAt: new Date('2025-12-01T12:00:00Z') });
  await made.putBase(new Date('2025-12-02T00:00:00Z'), 6, { by: otherSigner() });
  const listed = await laurel(['list']);
  expect(listed.lines[0]).toMatch(/^BASE +CLUSTER +SIZE +FROM +UP TO$/);
  expect(listed.lines.slice(1)).toEqual([
    expect.stringMatching(/^20251130T.* 2025-11-30T00:00:00\.000Z.* 2025-12-01T12:00:00\.000Z/),
    expect.stringMatching(/^20251201T.* 2025-12-01T00:00:00\.000Z.* 2025-12-01T12:00:00\.000Z/),
  ]);
  expect(listed.problems.join()).toContain('signed by another key');
});
