import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { receipts as receiptsCall } from '@laurel/contracts/calls/receipts';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { decodeLeaf } from '@laurel/contracts/public-log/leaves';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog, readServedLog } from '@laurel/support/public-log';
import { firstBallot, newVoter, voteAs, votersOf } from '@laurel/support/voters';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { nodeVerifier } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { openByPolicy, parsePolicy } from '@laurel/tlog/policy';
import { parseProof, verifyProof } from '@laurel/tlog/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const api = useTestApi({ LOG_LEVEL: 'silent' });
const GROUP = 20;
let voters: Voter[];
const look = (): Promise<void> => lookAtLog(api);
const get = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url: `/log/${logYear()}/${path}`, headers });
const logYear = (): number => api.deps.edition.year;
const receiptsOf = async (voter: Voter | undefined) => {
  const answer = await api.get('/vote/receipts', { token: voter?.token ?? '' });
  expect(answer.statusCode).toBe(200);
  return receiptsCall.reply.parse(answer.json());
};
const keyOf = async () => parseVerifierKey(nodeVerifier, (await get('key')).body.trimEnd());

beforeAll(async () => {
  voters = await votersOf(api, GROUP + 1);
});

describe('the public log', () => {
  it('is not there before its first checkpoint, and then begins with the edition and the times', async () => {
    expect((await get('checkpoint')).statusCode).toBe(404);
    await look();
    const { leaves } = await readServedLog(api);
    expect(leaves.map(({ type }) => type)).toEqual(['edition', 'phase']);
  });

  it('is named in the edition', async () => {
    const { log } = publicEditionSchema.parse((await api.get('/edition')).json().data);
    expect(log).toEqual({
      origin: `localhost/log/${logYear()}`,
      verifierKey: (await get('key')).body.trimEnd(),
      witnesses: [],
    });
  });

  it('gives a voter a receipt, which has a proof once the vote is in the log', async () => {
    await voteAs(api, voters.slice(0, GROUP - 1));
    await look();
    const [before] = await receiptsOf(voters[0]);
    expect(before).toMatchObject({ ...firstBallot(api), index: null, proof: null });
    await voteAs(api, voters.slice(GROUP - 1, GROUP));
    await look();
    const own = await receiptsOf(voters[0]);
    expect(own).toHaveLength(1);
    const [receipt] = own;
    expect(receipt).toMatchObject({ ...firstBallot(api), leaf: before?.leaf, serverNonce: before?.serverNonce });
    const leaf = Buffer.from(receipt?.leaf ?? '', 'base64');
    const trust = { log: await keyOf(), witnesses: [], quorum: 0 };
    const proven = await verifyProof(nodeVerifier, parseProof(receipt?.proof ?? ''), leaf, trust);
    expect(proven.index).toBe(receipt?.index);
    const { leaves } = await readServedLog(api);
    expect(leaves[receipt?.index ?? -1]).toEqual(decodeLeaf(leaf));
    expect(leaves.filter(({ type }) => type === 'vote')).toHaveLength(GROUP);
  });

  it('gives receipts to nobody else, and none without a vote', async () => {
    expect((await api.get('/vote/receipts')).statusCode).toBe(401);
    expect(await receiptsOf(voters[GROUP])).toEqual([]);
    const all = await Promise.all(voters.slice(0, GROUP).map(receiptsOf));
    const leaves = all.flat().map(({ leaf }) => leaf);
    expect(leaves).toHaveLength(GROUP);
    expect(new Set(leaves).size).toBe(GROUP);
  });

  it('has a tlog-policy, by which a program of others reads its checkpoint', async () => {
    const policy = await parsePolicy(nodeVerifier, (await get('policy')).body);
    const { checkpoint } = await openByPolicy(nodeVerifier, (await get('checkpoint')).body, policy);
    expect(checkpoint.origin).toBe(policy.logs[0]?.key.name);
  });

  it('is served as tlog-tiles requires', async () => {
    const checkpoint = await get('checkpoint');
    expect(checkpoint.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { size } = (await openCheckpoint(nodeVerifier, checkpoint.body, await keyOf())).checkpoint;
    expect(size).toBe(GROUP + 2);
    for (const path of [
      `tile/0/000.p/${size}`,
      `tile/entries/000.p/${size}`,
      'tile/0/000.p/2',
      'tile/entries/000.p/1',
    ]) {
      const tile = await get(path);
      expect(tile.statusCode).toBe(200);
      expect(tile.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
      });
      const known = await get(path, { 'if-none-match': String(tile.headers.etag) });
      expect([known.statusCode, known.body]).toEqual([304, '']);
    }
    expect((await get('tile/0/000.p/2')).rawPayload).toHaveLength(64);
  });

  it('is compressed for clients that take gzip, as tlog-tiles asks, unless it is of hashes', async () => {
    const { size } = (await get('status')).json();
    const ask = (level: string, more = {}) =>
      get(`tile/${level}/000.p/${size}`, { 'accept-encoding': 'gzip', ...more });
    const [plain, zipped] = [await get(`tile/entries/000.p/${size}`), await ask('entries')];
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
    expect((await ask('entries', { 'if-none-match': zipped.headers.etag })).statusCode).toBe(304);
    expect((await ask('entries', { 'if-none-match': plain.headers.etag })).statusCode).toBe(200);
    expect((await ask('0')).headers['content-encoding']).toBeUndefined();
  });

  it('is all that pages of any site may read', async () => {
    const cors = async (url: string, method: 'GET' | 'OPTIONS' = 'GET') => {
      const asked = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      const { headers } = await api.app.inject({ method, url, headers: asked });
      return Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));
    };
    const log = `/log/${logYear()}`;
    for (const file of ['checkpoint', 'key', 'status', 'tile/0/000.p/2'])
      expect(await cors(`${log}/${file}`), file).toEqual([['access-control-allow-origin', '*']]);
    const others = ['/api/edition', '/api/vote/receipts', '/decisions', '/record', '/livez', `${log}/no-such-file`];
    for (const url of others) expect(await cors(url), url).toEqual([]);
    expect(await cors(`${log}/checkpoint`, 'OPTIONS')).toEqual([]);
  });

  it.each([
    'tile/0/000',
    'tile/0/000.p/23',
    'tile/0/001',
    'tile/1/000.p/1',
    'tile/entries/000',
    'tile/0/0',
    'tile/0/000.p/0',
    'tile/-1/000.p/1',
    'tile/64/000',
    'tile/0/x000/000.p/1',
    'tile/0/..%2f000.p/1',
    'nothing',
    'result',
  ])('has no %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it('of another year is not there', async () => {
    for (const path of ['checkpoint', 'key', 'status', 'tile/0/000.p/1']) {
      const answer = await api.app.inject({ method: 'GET', url: `/log/${logYear() + 1}/${path}` });
      expect(answer.statusCode).toBe(404);
    }
  });

  it('says how many votes and voters there are', async () => {
    const status = (await get('status')).json();
    expect(status).toMatchObject({ size: GROUP + 2, group: 20, delay: 10, smallestGroup: GROUP, witnesses: [] });
    expect(status.voters).toBeGreaterThanOrEqual(GROUP);
    const { nomination, niche } = firstBallot(api);
    expect(status.votes.filter(({ votes }: { votes: number }) => votes > 0)).toEqual([
      { category: `${nomination}/${niche}`, votes: GROUP },
    ]);
  });

  it('has the limit of reads of a network', async () => {
    const answers = await Promise.all(Array.from({ length: 700 }, () => get('key', { 'x-any': 'a' })));
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });
});

describe('without a key', () => {
  const closed = useTestApi({
    JWT_SECRET: 'a secret of a test that has no key of the log',
    DATA_KEY: Buffer.alloc(32, 3).toString('base64'),
  });

  it('there is no log and no page about it, and votes have neither a promise nor a proof', async () => {
    const voter = await newVoter(closed);
    const ballot = firstBallot(closed);
    const nonce = randomBytes(16);
    const answer = await closed.post('/vote', { ...ballot, nonce: nonce.toString('base64url') }, voter);
    expect([answer.statusCode, answer.json()]).toEqual([201, { success: true, data: ballot }]);
    const [stored] = await closed.deps.db.vote.findMany();
    expect(Buffer.from(stored?.browserNonce ?? [])).toEqual(nonce);
    expect((await closed.get('/edition')).json().data.log).toBeNull();
    const year = closed.deps.edition.year;
    expect((await closed.app.inject(`/log/${year}/checkpoint`)).statusCode).toBe(404);
    expect((await closed.get('/vote/receipts', voter)).json()).toEqual([
      expect.objectContaining({ ...ballot, index: null, proof: null }),
    ]);
    const { statusCode, headers } = await closed.app.inject('/record');
    expect([statusCode, headers.location]).toEqual([302, '/']);
    expect((await closed.app.inject('/decisions')).body).not.toContain('/record');
  });
});

describe('a log that has stopped', () => {
  it('says so in its status, and voters still get their receipts', async () => {
    // Other tests have used up the reads of the first network.
    const read = (path: string) => api.app.inject({ url: `/log/${logYear()}/${path}`, remoteAddress: '10.9.9.9' });
    const file = join(api.deps.config.DATA_DIR, `log-${logYear()}.checkpoint`);
    const [kept, shown, before] = [readFileSync(file), (await read('checkpoint')).body, await receiptsOf(voters[0])];
    writeFileSync(file, 'no checkpoint');
    await expect(look()).rejects.toThrow('has stopped');
    // The status is shared for a second.
    await expect.poll(async () => (await read('status')).json()).toMatchObject({ stopped: true });
    expect([(await read('checkpoint')).body, await receiptsOf(voters[0])]).toEqual([shown, before]);
    writeFileSync(file, kept);
    await look();
    await expect.poll(async () => (await read('status')).json()).toMatchObject({ stopped: false });
  });
});
