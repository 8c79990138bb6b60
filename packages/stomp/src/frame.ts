/** The supported protocol versions, oldest first. */
export const VERSIONS = ['1.0', '1.1', '1.2'] as const;

export type Version = (typeof VERSIONS)[number];

/** Every command of the grammar (STOMP 1.2, "Augmented BNF": client-command and server-command). */
export const COMMANDS = [
  'CONNECT',
  'STOMP',
  'SEND',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'ACK',
  'NACK',
  'BEGIN',
  'COMMIT',
  'ABORT',
  'DISCONNECT',
  'CONNECTED',
  'MESSAGE',
  'RECEIPT',
  'ERROR',
] as const;

export type Command = (typeof COMMANDS)[number];

/** Header names are case sensitive (STOMP 1.2, "STOMP Frames"); of a repeated name the first entry is kept. */
export type Headers = ReadonlyMap<string, string>;

export interface Frame {
  readonly command: Command;
  readonly headers: Headers;
  /** Raw octets: only the content-type says whether they are text (STOMP 1.2, "Header content-type"). */
  readonly body: Uint8Array;
}

const KNOWN: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [command, command]));

/** The command on a line, or undefined. Commands are case sensitive (STOMP 1.2, "STOMP Frames"). */
export function commandOf(line: string): Command | undefined {
  return KNOWN.get(line);
}

/** Only SEND, MESSAGE and ERROR may have a body (STOMP 1.1, "Value Encoding"; STOMP 1.2, "Body"). */
export function mayHaveBody(command: Command): boolean {
  return command === 'SEND' || command === 'MESSAGE' || command === 'ERROR';
}

/**
 * Whether a frame's header names and values are escaped (STOMP 1.1 and 1.2, "Value Encoding").
 * Not in 1.0, and not in CONNECT, STOMP and CONNECTED.
 */
export function escapesHeaders(command: Command, version: Version | undefined): version is '1.1' | '1.2' {
  if (version === undefined || version === '1.0') return false;
  return command !== 'CONNECT' && command !== 'STOMP' && command !== 'CONNECTED';
}

/** The size of a waiting frame in memory: header names, header values and body. */
export function heldBytes({ headers, body }: Pick<Frame, 'headers' | 'body'>): number {
  let bytes = body.length;
  for (const [name, value] of headers) bytes += name.length + value.length;
  return bytes;
}
