import { castVote } from '@laurel/contracts/calls/vote';
import { openPromise } from '@laurel/contracts/public-log/promise';
import { importEdition } from '@laurel/database/editions';
import { importTestEdition, startAnotherProcess, type TestApi } from '@laurel/support/harness';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { lookAtLog, readServedLog } from '@laurel/support/public-log';
import { firstBallot, newVoter } from '@laurel/support/voters';
import { nodeVerifier } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readForImport } from '../../wiring/database.ts';

const edition = useEditionFolder();
const api = useTestApi({ EDITION_DIR: edition.path });
const by = { actor: 'test', reason: 'a test' };

/** Casts a vote. @returns the leaf that its promise names, in base64 */
const promised = async ({ app, deps }: Pick<TestApi, 'app' | 'deps'>): Promise<string> => {
  const { token } = await newVoter(api);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/vote',
    headers: { authorization: `Bearer ${token}` },
    payload: firstBallot({ deps }),
  });
  expect(answer.statusCode).toBe(201);
  const promise = castVote.reply.parse(answer.json()).metadata?.promise ?? '';
  const key = await parseVerifierKey(nodeVerifier, deps.publicLog.log?.verifierKey ?? '');
  return Buffer.from(await openPromise(nodeVerifier, promise, key)).toString('base64');
};

// This test fails with the address of the current site in the origin: the log stops.
it('another address does not change the log: each promised leaf enters it', async () => {
  const { year } = api.deps.edition;
  await lookAtLog(api);
  const restarted = await startAnotherProcess(api, { PUBLIC_URL: 'https://moved.example' });
  onTestFinished(() => restarted.close());
  const leaves = [await promised(api), await promised(restarted)];

  api.clock.advance(api.deps.currentEdition().log.delay * 1_000);
  await lookAtLog(api);
  const { octets } = await readServedLog(api);
  const logged = octets.map((leaf) => Buffer.from(leaf).toString('base64'));
  expect(logged).toEqual(expect.arrayContaining(leaves));
  for (const { app } of [api, restarted]) {
    const { log } = (await app.inject('/api/edition')).json().data;
    expect(log.origin).toBe(`localhost/log/${year}`);
  }
});

// This test fails if lone surrogates are not replaced: no process can continue the log, and a corrected edition does not
// help.
it('an edition with half a UTF-16 character, published by an earlier release, does not stop the log', async () => {
  await lookAtLog(api);
  const loaded = await readForImport(edition.path);
  const files = new Map(loaded.files);
  const yaml = files.get('edition.yaml')?.toString() ?? '';
  files.set('edition.yaml', Buffer.from(yaml.replace(/^( {4}title:\n {6}en: ).*$/m, '$1"Best \\ud83c"')));
  const options = { by, allowWithdraw: true, now: () => new Date() };
  await importEdition(api.migrateUrl, { ...loaded, files, digest: 'half' }, options);
  await importTestEdition(api.migrateUrl, edition.path);
  const { rows: published } = await api.deps.pool.query<{ id: number }>(
    'SELECT id FROM editions ORDER BY id DESC LIMIT 2',
  );
  await lookAtLog(api);

  const { rows } = await api.deps.pool.query<{ ref: string; content: string }>(
    "SELECT ref, content FROM log_items WHERE kind = 'edition' ORDER BY leaf DESC LIMIT 2",
  );
  expect(rows.map(({ ref }) => ref)).toEqual(published.map(({ id }) => String(id)));
  expect(rows[1]?.content).toContain('"Best \uFFFD"');
});

describe('an award in which nobody has voted', () => {
  const folder = useEditionFolder();
  const empty = useTestApi({ EDITION_DIR: folder.path });

  // The demo edition opens voting, and so begins a log, before an organiser has written the year.
  it('takes another year after its log has begun, and begins the log of that year', async () => {
    await lookAtLog(empty);
    folder.edit('edition.yaml', /^year: .*$/m, 'year: 2031');
    await importTestEdition(empty.migrateUrl, folder.path);
    await empty.deps.publicLog.sequencer?.look();
    const restarted = await startAnotherProcess(empty);
    onTestFinished(() => restarted.close());
    await lookAtLog({ ...empty, ...restarted });
    expect((await restarted.app.inject('/log/2031/checkpoint')).body).toMatch(/^localhost\/log\/2031\n/);
  });
});
