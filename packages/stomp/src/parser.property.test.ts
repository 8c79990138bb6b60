import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StompError } from './errors.ts';
import type { Command, Frame, Version } from './frame.ts';
import { COMMANDS, mayHaveBody, VERSIONS } from './frame.ts';
import { trimBlanks } from './headers.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { FrameParser } from './parser.ts';
import { serializeFrame } from './serializer.ts';

interface Sample {
  readonly command: Command;
  readonly headers: [string, string][];
  readonly body: Uint8Array;
}

/** Any text that a header of the version can carry, so without NUL and lone surrogates. */
function headerText(version: Version, escaped: boolean, minLength: number): fc.Arbitrary<string> {
  const nasty = fc.constantFrom('\\', ':', '\n', '\r', '\\n', '\\c', ' ', '\t', 'ї', '😀', '\ufeff');
  const text = fc
    .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 6 })
    .map((parts) => parts.join('').replaceAll('\0', ''));
  return text
    .map((value) => {
      if (escaped) return value;
      const plain = value.replace(/[\r\n:]/g, '');
      return version === '1.0' ? trimBlanks(plain) : plain;
    })
    .filter((value) => value.length >= minLength && value.isWellFormed());
}

function sample(version: Version): fc.Arbitrary<Sample> {
  return fc.constantFrom(...COMMANDS).chain((command) => {
    const escaped = version !== '1.0' && command !== 'CONNECT' && command !== 'STOMP' && command !== 'CONNECTED';
    const name = headerText(version, escaped, 1).filter((text) => text !== 'content-length');
    return fc.record({
      command: fc.constant(command),
      headers: fc.array(fc.tuple(name, headerText(version, escaped, 0)), { maxLength: 8 }),
      body: mayHaveBody(command) ? fc.uint8Array({ maxLength: 200 }) : fc.constant(new Uint8Array(0)),
    });
  });
}

/** Splits octets at the given places. */
function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

function parseAll(chunks: readonly Uint8Array[], version: Version | undefined): Frame[] {
  const frames: Frame[] = [];
  const parser = new FrameParser(DEFAULT_LIMITS);
  parser.version = version;
  for (const chunk of chunks) parser.push(chunk, { frame: (frame) => frames.push(frame) > 0 });
  return frames;
}

/** The headers that a receiver reads: the first of repeated ones, and the content-length of a body. */
function received({ headers, body }: Sample): Map<string, string> {
  const first = new Map<string, string>();
  for (const [name, value] of headers) if (!first.has(name)) first.set(name, value);
  if (body.length > 0) first.set('content-length', String(body.length));
  return first;
}

describe('any stream of octets', () => {
  it.each(VERSIONS)('RT-06 yields the same frames of %s for any split', (version) => {
    const stream = fc.tuple(
      fc.array(fc.tuple(sample(version), fc.nat(3)), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(4_000), { maxLength: 20 }),
    );
    fc.assert(
      fc.property(stream, ([samples, cuts]) => {
        const octets = samples.flatMap(([frame, lineEnds]) => [
          ...serializeFrame(frame, version),
          ...new Uint8Array(lineEnds).fill(10),
        ]);
        const frames = parseAll(split(Uint8Array.from(octets), cuts), version);
        expect(frames.map((frame) => frame.command)).toEqual(samples.map(([frame]) => frame.command));
        for (const [index, frame] of frames.entries()) {
          const [origin] = samples[index] ?? [];
          expect(frame.headers).toEqual(origin && received(origin));
          expect(frame.body).toEqual(origin?.body);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('RT-07 yields the same frames or the same StompError for every split', () => {
    const marks = ['\n', '\n\n', ':', '\0', '\r', '\\n', '\\', 'a', 'content-length:2\n', '\n\0'];
    const words = fc.constantFrom(...COMMANDS, ...marks).map((text) => new TextEncoder().encode(text));
    const pieces = fc.array(fc.oneof(words, fc.uint8Array({ maxLength: 9 })), { maxLength: 30 });
    const outcome = (chunks: readonly Uint8Array[], version: Version | undefined): unknown => {
      const frames: Frame[] = [];
      const parser = new FrameParser({ ...DEFAULT_LIMITS, maxHeaderBytes: 40, maxHeaders: 4, maxBodyBytes: 20 });
      parser.version = version;
      try {
        for (const chunk of chunks) parser.push(chunk, { frame: (frame) => frames.push(frame) > 0 });
      } catch (error) {
        if (!(error instanceof StompError)) throw error;
        return [frames, error.code];
      }
      return [frames, parser.receipt];
    };
    fc.assert(
      fc.property(pieces, fc.option(fc.constantFrom(...VERSIONS), { nil: undefined }), (parts, version) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        const expected = outcome([whole], version);
        expect(outcome(parts, version)).toEqual(expected);
        expect(outcome(split(whole, [...whole.keys()]), version)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
