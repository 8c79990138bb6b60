import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { COMMANDS, VERSIONS } from './frame.ts';
import { NASTY_INPUTS } from './testing/corpus.ts';
import type { TestClient } from './testing/harness.ts';
import { bench, START_MS, subscribe, text } from './testing/harness.ts';

/** Expects at most one ERROR, as the last frame before the connection was closed. */
function expectOrderlyEnd(client: TestClient): void {
  const errors = client.of('ERROR');
  expect(errors.length).toBeLessThanOrEqual(1);
  if (errors.length === 0) return;
  expect(client.frames.at(-1)?.command).toBe('ERROR');
  expect(client.end?.reason).toBe(client.error);
  expect(client.session.ended).toBe(true);
}

describe('the corpus of nasty input', () => {
  it.each(NASTY_INPUTS)('RT-07 $name ends with $code', ({ version, input, code }) => {
    const octets = typeof input === 'string' ? encodeUtf8(input.replaceAll('^@', '\0')) : input;
    for (const chunkSize of [octets.length, octets.length > 1_000 ? 64 : 1]) {
      const limits = code === 'rate.exceeded' ? {} : { framesPerSecond: 1e6, frameBurst: 1e6 };
      const { client, errors } = bench({}, { limits });
      const victim = client();
      if (version !== 'none') victim.connect(version);
      for (let at = 0; at < octets.length; at += chunkSize) victim.session.receive(octets.subarray(at, at + chunkSize));
      expect(victim.error).toBe(code);
      expectOrderlyEnd(victim);
      expect(errors).toEqual([]);
    }
  });
});

describe('random input', () => {
  const names = ['id', 'destination', 'ack', 'transaction', 'receipt', 'message-id', 'subscription', 'content-length'];
  const values = ['1', '2', '1@1', '2@1', '/a', '/topic/a', 'client', 'client-individual', 'auto'];
  const marks = ['\\c', '\\', ':', '\n', '\n\n', '\n\n\0', '\r\n', '\0'];
  const word = fc.oneof(
    fc.constantFrom(
      ...COMMANDS.map((command) => `${command}\n`),
      ...names.map((name) => `${name}:`),
      ...values,
      ...marks,
    ),
    fc.string({ maxLength: 5 }),
  );
  const wellFormed = fc
    .tuple(
      fc.constantFrom(...COMMANDS),
      fc.array(fc.tuple(fc.constantFrom(...names.slice(0, -1)), fc.constantFrom(...values)), { maxLength: 5 }),
    )
    .map(([command, headers]) => `${command}\n${headers.map(([name, value]) => `${name}:${value}\n`).join('')}\n\0`);
  const chunk = fc.oneof(
    { weight: 4, arbitrary: wellFormed.map(encodeUtf8) },
    { weight: 2, arbitrary: fc.array(word, { maxLength: 12 }).map((words) => encodeUtf8(words.join(''))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  );

  it.each([...VERSIONS, undefined])(
    'RT-07 causes no exception and no misplaced frame, and leaves nothing behind (%s)',
    (version) => {
      fc.assert(
        fc.property(fc.array(chunk, { maxLength: 25 }), (chunks) => {
          const { broker, client, errors } = bench();
          const victim = client();
          const bystander = client().connect('1.2').say(subscribe());
          if (version !== undefined) victim.connect(version);
          for (const [index, octets] of chunks.entries()) {
            victim.session.receive(octets);
            broker.publish('/a', text('x'));
            broker.tick(START_MS + index * 1_000);
          }
          expectOrderlyEnd(victim);
          expect(errors).toEqual([]);
          expect(bystander.of('MESSAGE')).toHaveLength(chunks.length);
          victim.session.closed();
          bystander.session.closed();
          expect([broker.connections, ...broker.topicKeys()]).toEqual([0]);
        }),
        { numRuns: 500 },
      );
    },
  );
});
