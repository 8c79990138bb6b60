import { StompError } from './errors.ts';
import type { Command, Version } from './frame.ts';
import { escapesHeaders } from './frame.ts';

type Escaping = '1.1' | '1.2';

const NEEDS_ESCAPE: Record<Escaping, RegExp> = { '1.1': /[\\\n:]/g, '1.2': /[\\\r\n:]/g };

const ESCAPE: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\r', '\\r'],
  ['\n', '\\n'],
  [':', '\\c'],
]);

/** Octet 92 and the octet given here; `\r` is defined from 1.2 on only. */
const UNESCAPE: Record<Escaping, ReadonlyMap<string, string>> = {
  '1.1': new Map([
    ['n', '\n'],
    ['c', ':'],
    ['\\', '\\'],
  ]),
  '1.2': new Map([
    ['r', '\r'],
    ['n', '\n'],
    ['c', ':'],
    ['\\', '\\'],
  ]),
};

/** Encodes a header name or value (STOMP 1.1 and 1.2, "Value Encoding"). */
export function escapeHeader(text: string, version: Escaping): string {
  return text.replace(NEEDS_ESCAPE[version], (octet) => ESCAPE.get(octet) ?? octet);
}

/**
 * Decodes a header name or value (STOMP 1.1 and 1.2, "Value Encoding").
 * Throws `header.escape` for an undefined sequence, which the section calls a fatal protocol error.
 */
export function unescapeHeader(text: string, version: Escaping): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(.?)/gs, (_sequence, escaped: string) => {
    const octet = UNESCAPE[version].get(escaped);
    if (octet === undefined) {
      throw new StompError('header.escape', `A header holds an escape sequence that STOMP ${version} does not define.`);
    }
    return octet;
  });
}

/**
 * One header entry with its line feed, in the encoding of the command and version.
 * Where nothing is escaped (1.0, CONNECTED) an octet that would end the line or the name becomes a space: such a
 * value has no representation there, and must not be able to forge a header of its own.
 */
export function headerLine(name: string, value: string, command: Command, version: Version): string {
  if (escapesHeaders(command, version)) return `${escapeHeader(name, version)}:${escapeHeader(value, version)}\n`;
  return `${name.replace(/[\r\n:]/g, ' ')}:${value.replace(/[\r\n]/g, ' ')}\n`;
}

/** Without the spaces, tabs and carriage returns around it: STOMP 1.0 pads header values in its own examples. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}
