import { CR, decodeUtf8, EMPTY, GrowingBytes, LF, NUL } from './bytes.ts';
import { StompError } from './errors.ts';
import type { Command, Frame, Version } from './frame.ts';
import { commandOf, escapesHeaders, mayHaveBody } from './frame.ts';
import { isBlank, trimBlanks, unescapeHeader } from './headers.ts';
import type { FrameLimits } from './limits.ts';

/** Receives each complete frame and returns whether parsing should continue. */
export interface FrameSink {
  frame(frame: Frame): boolean;
}

/** The longest command is UNSUBSCRIBE; the rest allows a carriage return and the padding of STOMP 1.0. */
const MAX_COMMAND_BYTES = 16;

/** A partly received frame. `bodyLength` is undefined until the headers have ended. */
interface Draft {
  readonly command: Command;
  readonly headers: Map<string, string>;
  headerCount: number;
  bodyLength: number | 'until-nul' | undefined;
  body: Uint8Array | undefined;
}

/**
 * Splits a stream of octets into frames (STOMP 1.2, "STOMP Frames" and "Augmented BNF"). Chunks may end anywhere.
 *
 * `version` is undefined until CONNECT is answered. Until then headers are not unescaped ("Value Encoding"), and a line
 * may end with or without a carriage return.
 * - 1.0: names and values are trimmed, nothing is unescaped, bodies of other frames than SEND are ignored.
 * - 1.1: lines end with a line feed alone; a carriage return is data.
 * - 1.2: an end of line is an optional carriage return and a line feed.
 *
 * Like most brokers, it accepts an unescaped colon in a value, and a NULL octet instead of the blank line (as in the
 * specification's DISCONNECT example).
 */
export class FrameParser {
  version: Version | undefined;
  readonly #limits: FrameLimits;
  readonly #held = new GrowingBytes();
  #draft: Draft | undefined;
  #frameBytes = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  /** The `receipt` header of the partly received frame, for an ERROR about it. */
  get receipt(): string | undefined {
    return this.#draft?.headers.get('receipt');
  }

  /**
   * Parses the next octets of the stream. Throws a StompError with a `frame.*`, `header.*` or `body.*` code, after which
   * the parser must not be used. End-of-line octets between frames (heart-beats) are skipped.
   */
  push(chunk: Uint8Array, sink: FrameSink): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#draft === undefined && this.#held.length === 0) {
        at = afterBlankLines(chunk, at, this.version);
        if (at === chunk.length) return;
      }
      const start = at;
      at = this.#draft?.bodyLength === undefined ? this.#readLine(chunk, at) : this.#readBody(this.#draft, chunk, at);
      this.#frameBytes += at - start;
      if (this.#draft === undefined) {
        // A line end between frames counts towards no frame.
        if (this.#held.length === 0) this.#frameBytes = 0;
        continue;
      }
      if (this.#frameBytes > this.#limits.maxFrameBytes) {
        throw new StompError('frame.too_large', `A frame may have at most ${this.#limits.maxFrameBytes} octets.`);
      }
      if (this.#draft.body === undefined) continue;
      const frame = this.#finish(this.#draft, this.#draft.body);
      this.#draft = undefined;
      this.#frameBytes = 0;
      if (!sink.frame(frame)) return;
    }
  }

  #readLine(chunk: Uint8Array, at: number): number {
    const max = this.#draft ? this.#limits.maxHeaderBytes : MAX_COMMAND_BYTES;
    const stop = Math.min(chunk.length, at + max + 1 - this.#held.length);
    let end = at;
    while (end < stop && chunk[end] !== LF && chunk[end] !== NUL) end++;
    if (end === stop) {
      if (this.#held.length + end - at > max) {
        if (this.#draft === undefined) throw unknownCommand();
        throw new StompError('header.too_long', `A header line may have at most ${max} octets.`);
      }
      this.#held.append(chunk, at, end);
      return end;
    }
    if (chunk[end] === NUL) {
      if (this.#draft === undefined)
        throw new StompError('frame.malformed', 'A NULL octet is in the place of a command.');
      if (this.#held.length > 0 || end > at) {
        throw new StompError('header.malformed', 'A NULL octet is in a header. Is the blank line missing?');
      }
      this.#draft.body = EMPTY;
      return end + 1;
    }
    if (this.#held.length === 0) {
      this.#acceptLine(chunk.subarray(at, end));
    } else {
      this.#held.append(chunk, at, end);
      this.#acceptLine(this.#held.take());
    }
    return end + 1;
  }

  #acceptLine(octets: Uint8Array): void {
    const text = decodeUtf8(octets);
    if (text === undefined) {
      throw new StompError('header.encoding', 'Commands and headers must be encoded in UTF-8.');
    }
    const line = this.#withoutLineEnd(text);
    if (this.#draft === undefined) this.#acceptCommand(line);
    else if (line === '') this.#endHeaders(this.#draft);
    else this.#acceptHeader(this.#draft, line);
  }

  #withoutLineEnd(text: string): string {
    if (this.version === '1.1') return text;
    if (this.version === '1.0') return trimBlanks(text);
    const line = text.charCodeAt(text.length - 1) === CR ? text.slice(0, -1) : text;
    if (line.includes('\r')) {
      throw new StompError('header.malformed', 'A carriage return belongs before the line feed only, or escaped.');
    }
    return this.version === undefined && trimBlanks(line) === '' ? '' : line;
  }

  #acceptCommand(line: string): void {
    if (line === '') return;
    const command = commandOf(line);
    if (command === undefined) throw unknownCommand();
    this.#draft = { command, headers: new Map(), headerCount: 0, bodyLength: undefined, body: undefined };
  }

  #acceptHeader(draft: Draft, line: string): void {
    draft.headerCount += 1;
    if (draft.headerCount > this.#limits.maxHeaders) {
      throw new StompError('header.too_many', `A frame may have at most ${this.#limits.maxHeaders} headers.`);
    }
    const colon = line.indexOf(':');
    if (colon < 1) throw new StompError('header.malformed', 'A header must be a name, a colon and a value.');
    let name = line.slice(0, colon);
    let value = line.slice(colon + 1);
    if (escapesHeaders(draft.command, this.version)) {
      name = unescapeHeader(name, this.version);
      value = unescapeHeader(value, this.version);
    } else if (this.version === '1.0') {
      name = trimBlanks(name);
      value = trimBlanks(value);
    }
    // The first entry counts (STOMP 1.2, "Repeated Header Entries").
    if (!draft.headers.has(name)) draft.headers.set(name, value);
  }

  #endHeaders(draft: Draft): void {
    const declared = draft.headers.get('content-length');
    if (declared === undefined) {
      draft.bodyLength = 'until-nul';
      return;
    }
    const digits = this.version === undefined ? trimBlanks(declared) : declared;
    if (!/^\d{1,15}$/.test(digits)) {
      throw new StompError('header.invalid', 'content-length must be a number of octets.');
    }
    draft.bodyLength = Number(digits);
    if (draft.bodyLength > this.#limits.maxBodyBytes) throw this.#bodyTooLarge();
  }

  #bodyTooLarge(): StompError {
    return new StompError('body.too_large', `A body may have at most ${this.#limits.maxBodyBytes} octets.`);
  }

  #readBody(draft: Draft, chunk: Uint8Array, at: number): number {
    const { bodyLength } = draft;
    const place = typeof bodyLength === 'number' ? at + bodyLength - this.#held.length : chunk.indexOf(NUL, at);
    const isWhole = place !== -1 && place < chunk.length;
    const end = isWhole ? place : chunk.length;
    if (this.#held.length + end - at > this.#limits.maxBodyBytes) throw this.#bodyTooLarge();
    if (!isWhole) {
      this.#held.append(chunk, at, end);
      return end;
    }
    if (chunk[end] !== NUL) {
      throw new StompError('frame.malformed', 'A frame must end with a NULL octet right after its body.');
    }
    if (this.#held.length === 0) {
      draft.body = chunk.slice(at, end);
    } else {
      this.#held.append(chunk, at, end);
      draft.body = this.#held.take();
    }
    return end + 1;
  }

  #finish({ command, headers }: Draft, body: Uint8Array): Frame {
    if (body.length === 0 || mayHaveBody(command)) return { command, headers, body };
    // A CONNECT without accept-version comes from a 1.0 client (STOMP 1.2, "Protocol Negotiation").
    const version = this.version ?? (headers.has('accept-version') ? '1.2' : '1.0');
    if (version === '1.0') return { command, headers, body: EMPTY };
    throw new StompError('body.not_allowed', `A ${command} frame must not have a body.`);
  }
}

/**
 * The place after the blank lines that begin at `at`. They are read octet by octet: a chunk can hold as many lines as
 * octets, and to decode a line takes longer than to receive it.
 */
function afterBlankLines(chunk: Uint8Array, at: number, version: Version | undefined): number {
  let line = at;
  for (let place = at; place < chunk.length && place - line <= MAX_COMMAND_BYTES; place++) {
    if (chunk[place] === LF) line = place + 1;
    else if (!isPadding(chunk, place, version)) break;
  }
  return line;
}

/** Whether an octet may be in a blank line between frames. */
function isPadding(chunk: Uint8Array, place: number, version: Version | undefined): boolean {
  const octet = chunk[place] ?? NUL;
  if (version === '1.0') return isBlank(octet);
  if (octet === CR) return version !== '1.1' && chunk[place + 1] === LF;
  return version === undefined && isBlank(octet);
}

function unknownCommand(): StompError {
  return new StompError('frame.unknown_command', 'The frame does not start with a command of the negotiated version.');
}
