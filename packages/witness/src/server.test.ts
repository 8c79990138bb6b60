import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { cosignaturesOf } from '@laurel/tlog/cosignature';
import { nodeVerifier } from '@laurel/tlog/node';
import { parseNote, parseVerifierKey } from '@laurel/tlog/note';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logsOf } from './policy.ts';
import { createWitnessServer } from './server.ts';
import { createWitness, type Witness } from './service.ts';
import { openStore } from './store.ts';
import { createTestLog, type TestLog } from './testing/log.ts';
import { type OpenWitness, openWitness, startWitness, type WitnessProcess } from './testing/processes.ts';

let folder: string;
let log: TestLog;
let witness: OpenWitness;
const stops: (() => Promise<unknown>)[] = [];

const open = async (): Promise<void> => {
  witness = await openWitness(join(folder, 'state'), [log.verifierKey]);
  stops.push(witness.stop);
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-witness-'));
  log = await createTestLog();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

const silent = pino({ level: 'silent' });
const never = new Promise<never>(() => undefined);

type Answer = { status: number; type: string | null; body: string };
const ask = async (body: string, to: { url: string } = witness): Promise<Answer> => {
  const response = await fetch(`${to.url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
};
/** The time of the cosignature on a checkpoint, after verifying it. */
const timeOf = async (checkpoint: string, lines: string): Promise<number | undefined> => {
  const key = await parseVerifierKey(nodeVerifier, witness.verifierKey);
  const [found] = await cosignaturesOf(nodeVerifier, parseNote(checkpoint + lines), [key]);
  return found?.time;
};

describe('POST /add-checkpoint', () => {
  beforeEach(open);

  it('returns a cosignature that verifies, with the time', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await ask(await log.request(0, 5));
    expect(status).toBe(200);
    const time = await timeOf(await log.checkpoint(5), body);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('answers each request that tlog-witness refuses with its status', async () => {
    await ask(await log.request(0, 5));
    const fork = await createTestLog({ forksAt: 3 });
    const other = await createTestLog({ origin: 'other.example/log' });
    const impostor = await createTestLog({ seed: 9 });
    expect(await ask('no request')).toMatchObject({ status: 400 });
    expect(await ask(await log.request(5, 4))).toMatchObject({ status: 400 });
    expect(await ask(await impostor.request(5, 6))).toMatchObject({ status: 403 });
    expect(await ask(await other.request(0, 6))).toMatchObject({ status: 404 });
    expect(await ask(await log.request(0, 6))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '5\n' });
    expect(await ask(await fork.request(5, 5))).toMatchObject({ status: 422 });
    expect(await ask(await fork.request(5, 6))).toMatchObject({ status: 422 });
    expect(await ask(await log.request(5, 6))).toMatchObject({ status: 200 });
  });

  it('answers a repeated request with the same cosignature', async () => {
    const first = await ask(await log.request(0, 5));
    // Until its time would be another one.
    const time = (await timeOf(await log.checkpoint(5), first.body)) ?? 0;
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(time);
    expect(await ask(await log.request(5, 5))).toEqual(first);
  });

  it('refuses a long body, and other methods', async () => {
    const long = 'x'.repeat(1_000_000);
    expect(await ask(long)).toMatchObject({ status: 413 });
    const refused = async (path: string, method: string) => {
      const { status, headers } = await fetch(witness.url + path, { method });
      return [status, headers.get('allow')];
    };
    expect(await refused('/add-checkpoint?again', 'GET')).toEqual([405, 'POST']);
    expect(await refused('/key', 'DELETE')).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${witness.url}/nothing`)).status).toBe(404);
  });

  it('ends a request that does not arrive', async () => {
    const idle: Witness = { verifierKey: '', add: () => never, newest: () => never };
    const server = createWitnessServer(idle, silent, 200);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const slow = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    slow.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nold');
    const [answer] = await once(slow, 'data');
    slow.destroy();
    server.close();
    expect(String(answer)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('writes what happened into its log, without addresses', async () => {
    await ask(await log.request(0, 5));
    await ask(await (await createTestLog({ forksAt: 3 })).request(5, 5));
    await witness.stop();
    const [line = ''] = witness.log;
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      origin: log.origin,
      size: 5,
      before: { size: 5, root: encodeBase64(log.root(5)) },
      msg: 'the log signed two different trees',
    });
    expect(witness.log.join('')).not.toContain('127.0.0.1');
  });

  /** The origins, sizes and roots of checkpoints, after verifying the log's signature on each. */
  const verified = async (notes: readonly string[]) => {
    const key = await parseVerifierKey(nodeVerifier, log.verifierKey);
    const opened = await Promise.all(notes.map((note) => openCheckpoint(nodeVerifier, note, key)));
    return opened.map(({ checkpoint }) => ({ size: checkpoint.size, root: encodeBase64(checkpoint.root) }));
  };
  const evidenceIn = (line = ''): string[] => {
    const { note, before } = JSON.parse(line);
    return [before.note, note];
  };
  const keptFiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('state.fork-'));

  it('keeps both signed checkpoints of a fork, in its log and in files that stay', async () => {
    await ask(await log.request(0, 5));
    const fork = await createTestLog({ forksAt: 3 });
    const stranger = `— stranger.example ${Buffer.alloc(68, 3).toString('base64')}\n`;
    const views = [log, fork].map((each) => ({ size: 5, root: encodeBase64(each.root(5)) }));
    // The second request names a wrong old size: it is a fork all the same.
    for (const old of [5, 4]) await ask((await fork.request(old, 5)) + stranger);
    await ask(await log.request(5, 9));
    const names = keptFiles();
    expect(names).toHaveLength(2);
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(await verified(texts)).toEqual(expect.arrayContaining(views));
    await witness.stop();
    expect(witness.log).toHaveLength(2);
    for (const line of witness.log) expect(await verified(evidenceIn(line))).toEqual(views);
    expect(`${witness.log.join('')}${texts.join('')}`).not.toContain('stranger');
    await open();
    expect(keptFiles()).toEqual(names);
  });

  it('refuses a fork whose checkpoints can’t be kept', async () => {
    const store = await openStore(join(folder, 'other'), undefined, new Date());
    const logs = logsOf([await parseVerifierKey(nodeVerifier, log.verifierKey)]);
    const full = { ...store, keep: () => Promise.reject(new Error('no space')) };
    const other = await createWitness({ store: full, logs, now: () => new Date(), logger: silent });
    const fork = await createTestLog({ forksAt: 3 });
    expect(await other.add(Buffer.from(await log.request(0, 5)))).toMatchObject({ status: 200 });
    expect(await other.add(Buffer.from(await fork.request(5, 5)))).toMatchObject({ status: 422 });
  });

  it('logs both signed checkpoints when a larger tree does not continue the one before', async () => {
    await ask(await log.request(0, 5));
    const fork = await createTestLog({ forksAt: 3 });
    expect(await ask(await fork.request(5, 8))).toMatchObject({ status: 422 });
    await witness.stop();
    expect(JSON.parse(witness.log[0] ?? '')).toMatchObject({ level: 40, status: 422, msg: 'refused' });
    expect(await verified(evidenceIn(witness.log[0]))).toEqual([
      { size: 5, root: encodeBase64(log.root(5)) },
      { size: 8, root: encodeBase64(fork.root(8)) },
    ]);
    // A stranger's wrong proof for a right tree is refused, too: it is no evidence.
    expect(keptFiles()).toEqual([]);
  });
});

describe('GET', () => {
  beforeEach(open);

  it('/ and /key return the verifier key', async () => {
    for (const path of ['/', '/key']) {
      const response = await fetch(witness.url + path);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe(`${witness.verifierKey}\n`);
    }
    expect(witness.verifierKey).toMatch(/^partner\.example\/witness\+[0-9a-f]{8}\+B[\w+/]{43}$/);
  });

  it('/<hash of the origin>/checkpoint returns the newest one with both signatures', async () => {
    const url = `${witness.url}/${createHash('sha256').update(log.origin).digest('hex')}/checkpoint`;
    expect((await fetch(url)).status).toBe(404);
    await ask(await log.request(0, 5));
    await ask(`${await log.request(5, 9)}— stranger.example ${Buffer.alloc(68, 3).toString('base64')}\n`);
    const text = await (await fetch(url)).text();
    const opened = await openCheckpoint(nodeVerifier, text, await parseVerifierKey(nodeVerifier, log.verifierKey));
    expect(opened.checkpoint.size).toBe(9);
    expect(opened.note.signatures).toHaveLength(2);
    expect(await timeOf(text, '')).toBeDefined();
  });
});

describe('a witness', () => {
  let process: WitnessProcess;
  const start = async (): Promise<WitnessProcess> => {
    const started = await startWitness(join(folder, 'state'), [log.verifierKey]);
    stops.push(started.kill);
    return started;
  };
  beforeEach(async () => {
    process = await start();
    witness = { ...process, stop: async () => void (await process.stop()) };
  });

  it('finishes accepted requests at a stop, and ends with 0', async () => {
    const body = await log.request(0, 5);
    const headers = { expect: '100-continue', 'content-length': Buffer.byteLength(body) };
    const asked = request(`${witness.url}/add-checkpoint`, { method: 'POST', headers });
    asked.flushHeaders();
    await once(asked, 'continue');
    const stopped = process.stop();
    asked.end(body);
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    expect(answer?.statusCode).toBe(200);
    answer?.resume();
    expect(await stopped).toBe(0);
  });

  it('signs one of many trees that are shown to it at once, also as two processes on one state', async () => {
    const witnesses = [process, await start()];
    const forks = await Promise.all(
      Array.from({ length: 40 }, (_, at) => createTestLog({ forksAt: 5, fork: `fork ${at}` })),
    );
    const requests = await Promise.all(forks.map((fork) => fork.request(0, 8)));
    const answers = await Promise.all(requests.map((request, at) => ask(request, witnesses[at % 2])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    const again = await Promise.all(forks.map(async (fork, at) => ask(await fork.request(8, 8), witnesses[at % 2])));
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(again.filter(({ status }) => status === 422)).toHaveLength(39);
  });

  it('signs only what follows the newest when many checkpoints are sent at once, and never goes back', async () => {
    const sizes = Array.from({ length: 30 }, (_, at) => at + 1);
    const answers = await Promise.all(sizes.map(async (size) => ask(await log.request(size - 1, size))));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const known = Number((await ask(await log.request(0, 1))).body);
    expect(known).toBeGreaterThan(0);
    // Each request is one leaf longer than the checkpoint that it continues.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(known);
    expect(await ask(await log.request(known, known))).toMatchObject({ status: 200 });
    expect(await ask(await log.request(known - 1, known - 1))).toEqual(
      expect.objectContaining({ status: 409, body: `${known}\n` }),
    );
  });

  it('never signs two trees, however often it is killed', async () => {
    // Two histories of one log: each size may be signed with the root of one of them only.
    const fork = await createTestLog({ forksAt: 0 });
    const signed = new Map<number, Set<string>>();
    const note = (size: number, which: string) => signed.set(size, (signed.get(size) ?? new Set<string>()).add(which));
    for (let round = 0; round < 8; round += 1) {
      // It is killed after up to six answers, or while it writes the next one.
      const { promise: answered, resolve } = Promise.withResolvers<void>();
      let left = Math.floor(Math.random() * 7);
      // Real time: the moment of the kill is random.
      const dies = answered.then(() => sleep(Math.random() * 10)).then(() => process.kill());
      const work = [log, fork].map(async (each, which) => {
        for (;;) {
          const known = await ask(await each.request(0, 0));
          const old = known.status === 409 ? Number(known.body) : 0;
          const { status } = await ask(await each.request(old, old + 1));
          if (status === 200) note(old + 1, `tree ${which}`);
          left -= 1;
          if (left < 0) resolve();
        }
      });
      await Promise.allSettled([dies, ...work]);
      process = await start();
      witness = { ...process, stop: async () => undefined };
    }
    expect([...signed.values()].every((trees) => trees.size === 1)).toBe(true);
    expect(new Set([...signed.values()].flatMap((trees) => [...trees])).size).toBe(1);
    expect(signed.size).toBeGreaterThan(0);
    // What was signed is remembered.
    const known = Number((await ask(await log.request(0, 1))).body);
    expect(known).toBeGreaterThanOrEqual(Math.max(...signed.keys()));
  });
});
