import { StompBroker } from '../broker.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes.ts';
import type { Command, Frame, Version } from '../frame.ts';
import { VERSIONS } from '../frame.ts';
import type { Acknowledgement, BrokerHooks, CloseReason, IncomingMessage } from '../hooks.ts';
import type { BrokerOptions } from '../host.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { MessageKind, Outbound } from '../link.ts';
import { FrameParser } from '../parser.ts';
import type { OpenConnection } from '../session.ts';

/** A start that is not zero, as with a real clock. */
export const START_MS = 1_000_000;

/** The client's side of a connection: writes text, reads frames and records how the connection ended. */
export class TestClient implements Outbound {
  readonly frames: Frame[] = [];
  readonly writes: Uint8Array[] = [];
  /** The kind of WebSocket message of each write. */
  readonly kinds: MessageKind[] = [];
  readonly session: OpenConnection<string>;
  buffered = 0;
  end: { code: number; reason: string } | undefined;
  readonly #parser = new FrameParser({ ...DEFAULT_LIMITS, maxBodyBytes: 1e6, maxFrameBytes: 2e6, maxHeaderBytes: 1e5 });

  constructor(broker: StompBroker<string>, name = 'client') {
    this.session = broker.open(this, name);
  }

  send(bytes: Uint8Array, kind: MessageKind): void {
    if (this.end !== undefined) throw new Error('sent after close');
    this.writes.push(bytes);
    this.kinds.push(kind);
    this.#parser.push(bytes, this);
  }

  bufferedAmount(): number {
    return this.buffered;
  }

  close(code: number, reason: string): void {
    if (this.end !== undefined) throw new Error('closed twice');
    this.end = { code, reason };
  }

  frame(frame: Frame): boolean {
    if (frame.command === 'CONNECTED') {
      this.#parser.version = VERSIONS.find((version) => version === frame.headers.get('version'));
    }
    this.frames.push(frame);
    return true;
  }

  /** Sends text to the server. `^@` is the NULL octet, as in the specification's examples. */
  say(...texts: string[]): this {
    for (const text of texts) this.session.receive(encodeUtf8(text.replaceAll('^@', '\0')));
    return this;
  }

  connect(version: Version, headers = ''): this {
    const accept = version === '1.0' ? '' : `accept-version:${version}\nhost:laurel\n`;
    return this.say(`CONNECT\n${accept}${headers}\n^@`);
  }

  of(command: Command): Frame[] {
    return this.frames.filter((frame) => frame.command === command);
  }

  /** A header of all frames of a command. */
  values(command: Command, header: string): (string | undefined)[] {
    return this.of(command).map((frame) => frame.headers.get(header));
  }

  bodies(): (string | undefined)[] {
    return this.of('MESSAGE').map((frame) => decodeUtf8(frame.body));
  }

  /** The code of the ERROR frame the connection ended with. */
  get error(): string | undefined {
    return this.of('ERROR').at(-1)?.headers.get('code');
  }

  get heartBeats(): number {
    return this.writes.filter((bytes) => bytes.length === 1 && bytes[0] === 10).length;
  }
}

export interface Bench {
  readonly broker: StompBroker<string>;
  readonly sent: IncomingMessage[];
  /** ACKs and NACKs: `ack s 1,2` names the subscription and the messages. */
  readonly acknowledged: string[];
  readonly closed: CloseReason[];
  readonly errors: unknown[];
  client(name?: string): TestClient;
}

/** A broker that allows everything but SEND to a topic, and records messages, acknowledgements, closed connections and errors. */
export function bench(options: Partial<BrokerOptions<string>> = {}, hooks: Partial<BrokerHooks<string>> = {}): Bench {
  const sent: IncomingMessage[] = [];
  const errors: unknown[] = [];
  const acknowledged: string[] = [];
  const closed: CloseReason[] = [];
  const record = (kind: 'ack' | 'nack', { subscription, messageIds }: Acknowledgement): void => {
    acknowledged.push(`${kind} ${subscription.id ?? subscription.destination} ${messageIds}`);
  };
  const broker = new StompBroker<string>(
    {
      newSessionId: () => 'session-1',
      ...options,
      hooks: {
        authorizeSubscribe: () => ({ ok: true }),
        authorizeSend: (destination) =>
          destination.startsWith('/topic/') ? { ok: false, message: 'Topics are read only.' } : { ok: true },
        onSend: (message) => {
          sent.push(message);
        },
        onAck: (acknowledgement) => record('ack', acknowledgement),
        onNack: (acknowledgement) => record('nack', acknowledgement),
        onCommit: (operations) => {
          for (const operation of operations) {
            if (operation.kind === 'send') sent.push(operation.message);
            else record(operation.kind, operation.acknowledgement);
          }
        },
        onClose: (reason) => closed.push(reason),
        onError: (error) => errors.push(error),
        ...hooks,
      },
    },
    START_MS,
  );
  return { broker, sent, acknowledged, closed, errors, client: (name) => new TestClient(broker, name) };
}

/** A text message. */
export function text(body: string): { body: string; contentType: string } {
  return { body, contentType: 'text/plain' };
}

/** A promise with its resolve and reject functions. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  return Promise.withResolvers<T>();
}
