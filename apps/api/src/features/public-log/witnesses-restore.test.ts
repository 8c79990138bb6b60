import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logStatusSchema } from '@laurel/contracts/calls/log';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { useEditionFolder } from '@laurel/support/hooks';
import { cosignaturesOf } from '@laurel/tlog/cosignature';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { formatVerifierKey, parseNote, parseVerifierKey } from '@laurel/tlog/note';
import { startWitness, type WitnessProcess } from '@laurel/witness/testing/processes';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SEED = Buffer.alloc(32, 7);
const edition = useEditionFolder();
const apis: TestApi[] = [];
let folder: string;
let witness: WitnessProcess;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-witnesses-'));
});
afterAll(async () => {
  await witness?.kill();
  await Promise.all(apis.map((api) => api.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** A Laurel with one key, whose database and folder are new. */
const start = async (): Promise<TestApi> => {
  const api = await startTestApi({ EDITION_DIR: edition.path, LOG_KEY: SEED.toString('base64') });
  apis.push(api);
  return api;
};
const get = async ({ app, deps }: TestApi, path: string): Promise<string> =>
  (await app.inject({ method: 'GET', url: `/log/${deps.edition.year}/${path}` })).body;

it('a checkpoint is served with its cosignatures, and a Laurel whose database lost it signs no other', async () => {
  const year = 2025;
  const { key } = await signerOf(SEED, `localhost/log/${year}`);
  witness = await startWitness(join(folder, 'state'), [formatVerifierKey(key)], 'w.example');
  const list = `log:\n  quorum: 1\n  witnesses: [{ key: "${witness.verifierKey}", url: "${witness.url}" }]\n`;
  edition.edit('edition.yaml', /^log:\n/m, list);
  const api = await start();
  expect(api.deps.edition.year).toBe(year);

  await api.deps.publicLog.sequencer?.look();
  await expect
    .poll(async () => {
      await api.deps.publicLog.sequencer?.look();
      return parseNote(await get(api, 'checkpoint')).signatures.length;
    })
    .toBe(2);
  const note = parseNote(await get(api, 'checkpoint'));
  const witnessKey = await parseVerifierKey(nodeVerifier, witness.verifierKey);
  expect(await cosignaturesOf(nodeVerifier, note, [witnessKey])).toMatchObject([{ witness: { name: 'w.example' } }]);
  const metrics = await api.deps.metrics.read();
  expect(metrics).toMatch(/^laurel_log_cosignatures 1$/m);
  expect(metrics).toMatch(/^laurel_log_quorum 1$/m);
  const status = logStatusSchema.parse(JSON.parse(await get(api, 'status')));
  expect(status.witnesses).toMatchObject([{ verifierKey: witness.verifierKey, size: status.size }]);

  // The same edition and key; the database is that of a backup from before the log's first leaf, on a new machine.
  const restored = await start();
  const reason = /^the public log has stopped: the database has no log, but one of \d+ leaves was shown to a witness$/;
  await expect(restored.deps.publicLog.sequencer?.look()).rejects.toThrow(reason);
  await expect(restored.deps.publicLog.sequencer?.look()).rejects.toThrow(reason);
  const { rows } = await restored.deps.pool.query('SELECT count(*)::int AS checkpoints FROM log_checkpoints');
  expect(rows).toEqual([{ checkpoints: 0 }]);
});
