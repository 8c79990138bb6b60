import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { requireIdentities, requireRecipients, seal, unseal } from '@laurel/backup/sealed';
import { requireSigner, requireTrust } from '@laurel/backup/signed';
import { runLaurel } from '@laurel/support/cli';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFolder } from '../testing.ts';

const dir = useFolder('test');
beforeEach(() => void mkdirSync(join(dir, 'secrets')));

const laurel = (...argv: string[]) => runLaurel([...argv, '--dir', dir], {});
const names = (): string[] => readdirSync(join(dir, 'secrets'));
const read = (name: string): string => {
  const path = join(dir, 'secrets', name);
  return names().includes(name) ? readFileSync(path, 'utf8').trim() : '';
};

/** Runs a command whose nth call of a function of the file system fails, as on a full disk. */
const failingAt = async (call: 'renameSync' | 'writeFileSync', nth: number, run: () => Promise<unknown>) => {
  const real: (...args: never[]) => unknown = fs[call];
  let calls = 0;
  const spy = vi.spyOn(fs, call).mockImplementation((...args: unknown[]) => {
    calls += 1;
    if (calls === nth) throw new Error('ENOSPC: no space left on device');
    Reflect.apply(real, fs, args);
  });
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
  return calls >= nth;
};

/**
 * Checks that the private key opens data sealed for the public key, and that signatures of the signing key are trusted.
 */
const expectPairs = async (): Promise<void> => {
  const sealed = await seal(
    Readable.from([Buffer.from('a vote')]),
    requireRecipients({ recipient: read('backup_recipient') }),
  );
  const opened = await unseal(sealed, requireIdentities({ identity: read('backup_identity') }));
  expect(await text(opened)).toBe('a vote');
  const trust = requireTrust({ signingKey: undefined, verifyKey: read('backup_verify_key') });
  expect(trust.keys?.has(requireSigner({ signingKey: read('backup_signing_key') }).keyId)).toBe(true);
};

describe('an interrupted write', () => {
  // This test failed: the public key was written first, and the next run found nothing missing.
  it('of new secrets leaves no public key without its private key, and the next run completes them', async () => {
    for (const nth of [1, 2, 3, 4, 5]) {
      rmSync(join(dir, 'secrets'), { recursive: true });
      mkdirSync(join(dir, 'secrets'));
      const complete = () => laurel('secrets', 'complete').catch(() => undefined);
      expect(await failingAt('renameSync', nth, complete)).toBe(true);
      expect(names().filter((name) => name.endsWith('.draft'))).toEqual([]);
      if (read('backup_recipient') !== '') expect(read('backup_identity')).not.toBe('');
      expect((await laurel('secrets', 'complete')).code).toBe(0);
      await expectPairs();
    }
  });

  it.each(['encryption', 'signing'])('of a new %s key leaves a working pair, and the earlier keys', async (kind) => {
    await laurel('secrets', 'complete');
    const before = { identity: read('backup_identity'), trusted: read('backup_verify_key') };
    for (const nth of [1, 2]) {
      const rotate = () => laurel('backup', 'keys', 'rotate', kind).catch(() => undefined);
      expect(await failingAt('renameSync', nth, rotate)).toBe(true);
      await expectPairs();
    }
    expect((await laurel('backup', 'keys', 'rotate', kind)).code).toBe(0);
    await expectPairs();
    expect(read('backup_identity')).toContain(before.identity);
    expect(read('backup_verify_key')).toContain(before.trusted);
  });

  // This test failed: the files before the one that could not be written were replaced.
  it('replaces nothing if the second file can’t be written', async () => {
    await laurel('secrets', 'complete');
    const before = names().map((name) => [name, read(name)]);
    const rotate = () => laurel('backup', 'keys', 'rotate', 'encryption').catch(() => undefined);
    expect(await failingAt('writeFileSync', 2, rotate)).toBe(true);
    expect(names().map((name) => [name, read(name)])).toEqual(before);
  });
});

it('a draft of an earlier run is replaced', async () => {
  writeFileSync(join(dir, 'secrets/backup_identity.draft'), 'half of a ke');
  expect((await laurel('secrets', 'complete')).code).toBe(0);
  await expectPairs();
  expect(names()).not.toContain('backup_identity.draft');
});
