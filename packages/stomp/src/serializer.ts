import { encodeUtf8, NUL } from './bytes.ts';
import type { Command, Version } from './frame.ts';
import { headerLine } from './headers.ts';

/** The parts of a frame. `headers` may be a Map or a list of pairs. */
export interface FrameParts {
  readonly command: Command;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body?: Uint8Array;
}

/**
 * The octets of a frame in the given version (STOMP 1.2, "STOMP Frames" and "Value Encoding").
 * A body always gets a content-length, so it may contain any octets ("Header content-length"); one among the headers is
 * ignored. Lines end with a line feed, which is valid in all three versions.
 */
export function serializeFrame({ command, headers, body }: FrameParts, version: Version): Uint8Array {
  let head = `${command}\n`;
  for (const [name, value] of headers) {
    if (name !== 'content-length') head += headerLine(name, value, command, version);
  }
  if (body !== undefined && body.length > 0) head += `content-length:${body.length}\n`;
  return joinFrame(encodeUtf8(`${head}\n`), body);
}

/** Joins the head (with its blank line), the body and the closing NULL octet. */
export function joinFrame(head: Uint8Array, body: Uint8Array | undefined): Uint8Array {
  const bodyLength = body?.length ?? 0;
  const bytes = new Uint8Array(head.length + bodyLength + 1);
  bytes.set(head);
  if (body !== undefined) bytes.set(body, head.length);
  bytes[bytes.length - 1] = NUL;
  return bytes;
}
