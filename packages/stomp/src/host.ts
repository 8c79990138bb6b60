import type { BrokerHooks, OutgoingMessage } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Link } from './link.ts';
import { Broadcast } from './message.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { DEFAULT_HEART_BEAT, notFinerThan } from './negotiation.ts';
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

/** What all sessions of a broker share. */
export type BrokerHost<Context> = ReturnType<typeof createHost<Context>>;

export function createHost<Context>(options: BrokerOptions<Context>, now: number) {
  const { hooks, tickMs = 1_000, heartBeat = DEFAULT_HEART_BEAT } = options;
  const { requireHost = false, serverName = 'laurel', newSessionId = () => crypto.randomUUID() } = options;
  let messages = 0;
  return {
    hooks,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    tickMs,
    heartBeat: notFinerThan(tickMs, heartBeat),
    requireHost,
    serverName,
    newSessionId,
    topics: new Topics(),
    sessions: new Set<Link>(),
    now,
    /** A message with the broker's next id. */
    broadcast: (message: OutgoingMessage) => new Broadcast(String(++messages), message),
  };
}
