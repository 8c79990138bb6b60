import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WorkQueue } from './queue.ts';
import { bench, START_MS, subscribe } from './testing/harness.ts';

const frame = 'SEND\ndestination:/app/a\n\n^@';

describe('the limits of a connection', () => {
  it('RT-07 allow 20 subscriptions', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2');
    for (let id = 0; id < 20; id++) reader.say(subscribe(id));
    reader.say('UNSUBSCRIBE\nid:3\n\n^@', subscribe(20));
    expect(reader.end).toBeUndefined();
    expect(reader.say(subscribe(21)).error).toBe('subscription.limit');
    expect([reader.end?.code, ...broker.topicKeys()]).toEqual([1008]);
  });

  it('RT-07 bound pending subscriptions, and count them once they are allowed', async () => {
    const policy = Promise.withResolvers<{ ok: true }>();
    const { client } = bench({ authorizeSubscribe: () => policy.promise });
    const [reader, greedy] = [client().connect('1.2'), client().connect('1.2')];
    for (let id = 0; id < 21; id++) reader.say(subscribe(id));
    for (let id = 0; id < 64; id++) greedy.say(subscribe(id));
    expect([reader.end, greedy.end]).toEqual([undefined, undefined]);
    expect(greedy.say(subscribe(64)).error).toBe('operations.limit');
    policy.resolve({ ok: true });
    await expect.poll(() => reader.error).toBe('subscription.limit');
  });

  it('RT-07 allow 100 frames at once, then 50 a second, and no more than 100 after a long silence', () => {
    const { broker, client, sent } = bench();
    const [writer, silent] = [client().connect('1.2'), client().connect('1.2')];
    // One chunk costs a sixteenth of a frame, or its size divided by the largest frame.
    writer.say(frame.repeat(98));
    expect(sent).toHaveLength(98);
    broker.tick(START_MS + 1_000);
    writer.say(frame.repeat(50));
    expect([writer.end, sent.length]).toEqual([undefined, 148]);
    writer.say(frame.repeat(50));
    expect(writer.error).toBe('rate.exceeded');
    expect(sent.length).toBeLessThan(152);
    broker.tick(START_MS + 3_600_000);
    expect(silent.say(frame.repeat(99)).end).toBeUndefined();
    expect(silent.say(frame).error).toBe('rate.exceeded');
  });

  it('RT-07 apply the same rate to heart-beats and single octets', () => {
    const trickling = bench().client().connect('1.2');
    for (const letter of frame.replace('^@', '\0')) trickling.say(letter);
    expect(trickling.end).toBeUndefined();
    for (let beat = 0; beat < 2_000; beat++) trickling.say('\n');
    expect(trickling.error).toBe('rate.exceeded');
  });

  it('RT-07 charge a read by its size, so that line ends alone use up the rate', () => {
    const flooding = bench().client().connect('1.2');
    const lineEnds = '\n'.repeat(65_536);
    // CONNECT and its read cost a little more than one of 100 frames, and each flood four.
    for (let floods = 0; floods < 24; floods++) flooding.say(lineEnds);
    expect(flooding.end).toBeUndefined();
    expect(flooding.say(lineEnds).error).toBe('rate.exceeded');
  });

  it('RT-07 leave room for frequent heart-beats', () => {
    const { broker, client } = bench();
    const beating = client().connect('1.2', 'heart-beat:1000,0\n');
    for (let second = 1; second <= 60; second++) {
      for (let beat = 0; beat < 100; beat++) beating.say('\n', '\r\n');
      broker.tick(START_MS + second * 1_000);
    }
    expect(beating.end).toBeUndefined();
  });

  it('RT-07 bound the frames whose hook is pending', async () => {
    const sending = Promise.withResolvers<void>();
    const { client } = bench({ onSend: () => sending.promise });
    const writer = client().connect('1.2').say(frame.repeat(64));
    expect(writer.end).toBeUndefined();
    expect(writer.say(frame).error).toBe('operations.limit');
    const patient = client().connect('1.2').say(frame.repeat(63), 'SEND\ndestination:/app/a\nreceipt:last\n\n^@');
    sending.resolve();
    await expect.poll(() => patient.receipts).toEqual(['last']);
    expect(patient.say(frame).end).toBeUndefined();
  });

  it('RT-07 bound the octets of frames that wait: header names, header values and the body', () => {
    const limits = { maxWaitingBytes: 2 * ('destination'.length + '/app/a'.length + 8_000) };
    const { client } = bench({ onSend: () => Promise.withResolvers<void>().promise }, { limits });
    const writer = client().connect('1.2');
    for (let index = 0; index < 3; index++) writer.say(`SEND\ndestination:/app/a\n\n${'x'.repeat(8_000)}^@`);
    expect(writer.end).toBeUndefined();
    expect(writer.say('ABORT\nx:\n\n^@').error).toBe('operations.limit');
  });

  // This test fails when each read above the rate added a task: 5,000 waited for the hook.
  it('RT-07 store nothing that arrives after the last frame', async () => {
    const add = vi.spyOn(WorkQueue.prototype, 'add');
    onTestFinished(() => add.mockRestore());
    const sending = Promise.withResolvers<void>();
    const { client } = bench({ onSend: () => sending.promise });
    const writers = ['nonsense\n', 'DISCONNECT\n\n^@'].map((last) => client().connect('1.2').say(frame, last));
    const before = add.mock.calls.length;
    for (const writer of writers) for (let index = 0; index < 5_000; index++) writer.say('x');
    expect(add.mock.calls.length).toBe(before);
    sending.resolve();
    await expect.poll(() => writers.map(({ end }) => end?.reason)).toEqual(['frame.unknown_command', 'disconnected']);
  });
});
