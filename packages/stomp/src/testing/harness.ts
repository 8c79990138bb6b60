import { StompBroker } from '../broker.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes.ts';
import type { Command, Frame, Version } from '../frame.ts';
import { VERSIONS } from '../frame.ts';
import type { AckMode, BrokerHooks, CloseReason, IncomingMessage, Operation, Subscription } from '../hooks.ts';
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

  constructor(broker: StompBroker<string>, name: string) {
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

  /** All headers of the first frame of a command. */
  headers(command: Command): Record<string, string> {
    return Object.fromEntries(this.of(command)[0]?.headers ?? []);
  }

  bodies(command: Command = 'MESSAGE'): (string | undefined)[] {
    return this.of(command).map((frame) => decodeUtf8(frame.body));
  }

  get receipts(): (string | undefined)[] {
    return this.values('RECEIPT', 'receipt-id');
  }

  /** The code of the ERROR frame the connection ended with. */
  get error(): string | undefined {
    return this.of('ERROR').at(-1)?.headers.get('code');
  }

  get heartBeats(): number {
    return this.writes.filter((bytes) => bytes.length === 1 && bytes[0] === 10).length;
  }
}

export type Bench = ReturnType<typeof bench>;

/** A broker that allows everything but SEND to a topic, and records what its hooks get. */
export function bench(
  hooks: Partial<BrokerHooks<string>> = {},
  options: Partial<Omit<BrokerOptions<string>, 'hooks'>> = {},
) {
  const sent: IncomingMessage[] = [];
  const errors: unknown[] = [];
  /** ACKs and NACKs: `ack s 1,2` names the subscription and the messages. */
  const acknowledged: string[] = [];
  const closed: CloseReason[] = [];
  const begun: Subscription[] = [];
  /** The subscriptions that ended: `s 1,2` names the subscription and its unacknowledged messages. */
  const left: string[] = [];
  const take = (operation: Operation): void => {
    if (operation.kind === 'send') sent.push(operation.message);
    else {
      const { subscription, messageIds } = operation.acknowledgement;
      acknowledged.push(`${operation.kind} ${named(subscription, messageIds)}`);
    }
  };
  const broker = new StompBroker<string>(
    {
      newSessionId: () => 'session-1',
      ...options,
      hooks: {
        authorizeSubscribe: () => ({ ok: true }),
        authorizeSend: (destination) =>
          destination.startsWith('/topic/') ? { ok: false, message: 'Topics are read only.' } : { ok: true },
        onSend: (message) => take({ kind: 'send', message }),
        onAck: (acknowledgement) => take({ kind: 'ack', acknowledgement }),
        onNack: (acknowledgement) => take({ kind: 'nack', acknowledgement }),
        onCommit: (operations) => operations.forEach(take),
        onSubscribe: (subscription) => void begun.push(subscription),
        onUnsubscribe: (subscription) => void left.push(named(subscription, subscription.unacknowledged)),
        onClose: (reason) => closed.push(reason),
        onError: (error) => errors.push(error),
        ...hooks,
      },
    },
    START_MS,
  );
  const client = (name = 'client'): TestClient => new TestClient(broker, name);
  return { broker, sent, acknowledged, begun, left, closed, errors, client };
}

function named({ id, destination }: Subscription, messageIds: readonly string[]): string {
  return `${id ?? destination} ${messageIds}`.trim();
}

/** A text message. */
export function text(body: string): { body: string; contentType: string } {
  return { body, contentType: 'text/plain' };
}

export function subscribe(id: string | number = 's', destination = '/a', ack: AckMode = 'auto'): string {
  return `SUBSCRIBE\nid:${id}\ndestination:${destination}\nack:${ack}\n\n^@`;
}
