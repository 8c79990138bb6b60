import type { BrokerHooks } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { DEFAULT_HEART_BEAT, notFinerThan } from './negotiation.ts';
import type { Session, SessionHost } from './session.ts';
import { Topics } from './topics.ts';

export interface BrokerOptions<Context> {
  readonly hooks: BrokerHooks<Context>;
  /** Overrides of DEFAULT_LIMITS. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Milliseconds; 10,000 both ways by default. Intervals shorter than `tickMs` are offered as `tickMs`. */
  readonly heartBeat?: HeartBeatOffer;
  /** The interval between calls of `tick`, in milliseconds; 1,000 by default. */
  readonly tickMs?: number;
  /** Refuses a CONNECT of 1.1 or 1.2 without a `host` header. False by default: there is one virtual host. */
  readonly requireHost?: boolean;
  /** The `server` header of CONNECTED. */
  readonly serverName?: string;
  /** The `session` header of CONNECTED; a random UUID by default. */
  readonly newSessionId?: () => string;
}

/** The state that all sessions of a broker share. */
export class BrokerHost<Context> implements SessionHost<Context> {
  readonly limits: ConnectionLimits;
  readonly hooks: BrokerHooks<Context>;
  readonly topics = new Topics();
  readonly heartBeat: HeartBeatOffer;
  readonly tickMs: number;
  readonly requireHost: boolean;
  readonly serverName: string;
  readonly newSessionId: () => string;
  readonly sessions = new Set<Session<Context>>();
  now: number;
  #messages = 0;

  constructor(options: BrokerOptions<Context>, nowMs: number) {
    this.hooks = options.hooks;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.tickMs = options.tickMs ?? 1_000;
    this.heartBeat = notFinerThan(this.tickMs, options.heartBeat ?? DEFAULT_HEART_BEAT);
    this.requireHost = options.requireHost ?? false;
    this.serverName = options.serverName ?? 'laurel';
    this.newSessionId = options.newSessionId ?? (() => crypto.randomUUID());
    this.now = nowMs;
  }

  nextMessageId(): string {
    this.#messages += 1;
    return String(this.#messages);
  }

  forget(session: Session<Context>): void {
    this.sessions.delete(session);
  }
}
