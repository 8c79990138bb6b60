import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WorkQueue } from './queue.ts';
import { bench, deferred, START_MS, text } from './testing/harness.ts';

function subscribe(id: number): string {
  return `SUBSCRIBE\nid:${id}\ndestination:/topic/${id}\n\n^@`;
}

describe('the limits of a connection', () => {
  it('RT-07 allow 20 subscriptions', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2');
    for (let id = 0; id < 20; id++) reader.say(subscribe(id));
    reader.say('UNSUBSCRIBE\nid:3\n\n^@', subscribe(20));
    expect(reader.end).toBeUndefined();
    expect(reader.say(subscribe(21)).error).toBe('subscription.limit');
    expect(reader.end?.code).toBe(1008);
    for (let id = 0; id < 22; id++) expect(broker.hasSubscribers(`/topic/${id}`)).toBe(false);
  });

  it('RT-07 bound pending subscriptions, and count them once they are allowed', async () => {
    const policy = deferred<{ ok: true }>();
    const { client } = bench({}, { authorizeSubscribe: () => policy.promise });
    const [reader, greedy] = [client().connect('1.2'), client().connect('1.2')];
    for (let id = 0; id < 21; id++) reader.say(subscribe(id));
    for (let id = 0; id < 64; id++) greedy.say(subscribe(id));
    expect([reader.end, greedy.end]).toEqual([undefined, undefined]);
    expect(greedy.say(subscribe(64)).error).toBe('operations.limit');
    policy.resolve({ ok: true });
    await expect.poll(() => reader.error).toBe('subscription.limit');
  });

  it('RT-07 allow 100 frames at once, then 50 a second', () => {
    const { broker, client, sent } = bench();
    const writer = client().connect('1.2');
    const frame = 'SEND\ndestination:/app/a\n\n^@';
    // One chunk costs a sixteenth of a frame.
    writer.say(frame.repeat(98));
    expect(sent).toHaveLength(98);
    broker.tick(START_MS + 1_000);
    writer.say(frame.repeat(50));
    expect(writer.end).toBeUndefined();
    expect(sent).toHaveLength(148);
    writer.say(frame.repeat(50));
    expect(writer.error).toBe('rate.exceeded');
    expect(sent.length).toBeLessThan(152);
  });

  it('RT-07 apply the same rate to heart-beats and single octets', () => {
    const { client } = bench();
    const trickling = client().connect('1.2');
    for (const letter of 'SEND\ndestination:/app/a\n\n^@'.replace('^@', '\0')) trickling.say(letter);
    expect(trickling.end).toBeUndefined();
    for (let beat = 0; beat < 2_000; beat++) trickling.say('\n');
    expect(trickling.error).toBe('rate.exceeded');
  });

  it('RT-07 charge a read by its size, so that line ends alone use up the rate', () => {
    const { broker, client } = bench();
    const flooding = client().connect('1.2');
    const lineEnds = '\n'.repeat(65_536);
    // CONNECT and its read cost a little more than one of 100 frames, and each flood four.
    for (let floods = 0; floods < 24; floods++) flooding.say(lineEnds);
    expect(flooding.end).toBeUndefined();
    expect(flooding.say(lineEnds).error).toBe('rate.exceeded');
    expect(broker.connections).toBe(0);
  });

  it('RT-07 leave room for frequent heart-beats', () => {
    const { broker, client } = bench();
    const beating = client().connect('1.2', 'heart-beat:1000,0\n');
    for (let second = 1; second <= 600; second++) {
      for (let beat = 0; beat < 100; beat++) beating.say('\n', '\r\n');
      broker.tick(START_MS + second * 1_000);
    }
    expect(beating.end).toBeUndefined();
  });

  it('RT-07 bound the frames whose hook is pending', async () => {
    const sending = deferred<void>();
    const { client } = bench({}, { onSend: () => sending.promise });
    const writer = client().connect('1.2');
    const frame = 'SEND\ndestination:/app/a\n\n^@';
    writer.say(frame.repeat(64));
    expect(writer.end).toBeUndefined();
    expect(writer.say(frame).error).toBe('operations.limit');
    const patient = client().connect('1.2').say(frame.repeat(63), 'SEND\ndestination:/app/a\nreceipt:last\n\n^@');
    sending.resolve();
    await expect.poll(() => patient.values('RECEIPT', 'receipt-id')).toEqual(['last']);
    expect(patient.say(frame).end).toBeUndefined();
  });

  it('RT-07 bound the octets of frames that wait for a pending hook', () => {
    const { client } = bench({}, { onSend: () => deferred<void>().promise });
    const writer = client().connect('1.2');
    const frame = `SEND\ndestination:/app/a\n\n${'x'.repeat(8_000)}^@`;
    for (let index = 0; index < 9; index++) writer.say(frame);
    expect(writer.end).toBeUndefined();
    expect(writer.say(frame).error).toBe('operations.limit');
  });

  // This test fails when each read above the rate added a task: 5,000 waited for the hook.
  it('RT-07 store nothing that arrives after the last frame', async () => {
    const add = vi.spyOn(WorkQueue.prototype, 'add');
    onTestFinished(() => add.mockRestore());
    const sending = deferred<void>();
    const { client } = bench({}, { onSend: () => sending.promise });
    const frame = 'SEND\ndestination:/app/a\nreceipt:r\n\n^@';
    const writers = ['nonsense\n', 'DISCONNECT\n\n^@'].map((last) => client().connect('1.2').say(frame, last));
    const before = add.mock.calls.length;
    for (const writer of writers) for (let index = 0; index < 5_000; index++) writer.say('x');
    expect(add.mock.calls.length).toBe(before);
    sending.resolve();
    await expect.poll(() => writers.map(({ end }) => end?.reason)).toEqual(['frame.unknown_command', 'disconnected']);
    expect(writers.flatMap((writer) => writer.values('RECEIPT', 'receipt-id'))).toEqual(['r', 'r']);
  });

  it('RT-07 release everything when a connection ends, for any reason', () => {
    const { broker, client } = bench();
    const [closed, disconnected, failed] = [1, 2, 3].map(() => client().connect('1.2').say(subscribe(1)));
    expect(broker.publish('/topic/1', text('x'))).toBe(3);
    closed?.session.closed();
    closed?.session.closed();
    disconnected?.say('DISCONNECT\n\n^@');
    failed?.say('nonsense\n');
    expect(broker.connections).toBe(0);
    expect([...broker.topicKeys()]).toEqual([]);
    expect(broker.publish('/topic/1', text('x'))).toBe(0);
  });
});
