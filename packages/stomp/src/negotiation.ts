import { StompError } from './errors.ts';
import type { Headers, Version } from './frame.ts';
import { VERSIONS } from './frame.ts';

/** The WebSocket subprotocols of the three versions in order of preference. */
export const SUBPROTOCOLS = ['v12.stomp', 'v11.stomp', 'v10.stomp'] as const;

export type Subprotocol = (typeof SUBPROTOCOLS)[number];

/** The preferred subprotocol among those a client offers (RFC 6455, 4.2.2), or undefined if none is supported. */
export function chooseSubprotocol(offered: Iterable<string>): Subprotocol | undefined {
  const names = new Set(offered);
  return SUBPROTOCOLS.find((name) => names.has(name));
}

/**
 * The highest version that both sides support (STOMP 1.1 and 1.2, "Protocol Negotiation"). No accept-version means 1.0.
 * Throws `version.unsupported`.
 */
function chooseVersion(acceptVersion: string | undefined): Version {
  if (acceptVersion === undefined) return '1.0';
  const accepted = new Set(acceptVersion.split(',').map((version) => version.trim()));
  const version = VERSIONS.findLast((candidate) => accepted.has(candidate));
  if (version !== undefined) return version;
  throw new StompError('version.unsupported', `Supported protocol versions are ${VERSIONS.join(' ')}`);
}

/** The heart-beat header of one side, in milliseconds; 0 means none. */
export interface HeartBeatOffer {
  readonly sends: number;
  readonly wants: number;
}

/** The agreed intervals, seen from the server, in milliseconds; 0 means none in that direction. */
export interface HeartBeats {
  readonly outgoing: number;
  readonly incoming: number;
}

/** A heart-beat every 10 s both ways. */
export const DEFAULT_HEART_BEAT: HeartBeatOffer = { sends: 10_000, wants: 10_000 };

export const NO_HEART_BEATS: HeartBeats = { outgoing: 0, incoming: 0 };

/** Raises the intervals of an offer to the tick: the server cannot send more often. */
export function notFinerThan(tickMs: number, { sends, wants }: HeartBeatOffer): HeartBeatOffer {
  const raised = (interval: number): number => (interval === 0 ? 0 : Math.max(interval, tickMs));
  return { sends: raised(sends), wants: raised(wants) };
}

/** Reads a heart-beat header (STOMP 1.1 and 1.2, "Heart-beating"); a missing one means `0,0`. Throws `header.invalid`. */
function readHeartBeat(header: string | undefined): HeartBeatOffer {
  if (header === undefined) return { sends: 0, wants: 0 };
  const match = /^(\d{1,10}),(\d{1,10})$/.exec(header);
  if (match === null) throw new StompError('header.invalid', 'heart-beat must be two integers with a comma between.');
  return { sends: Number(match[1]), wants: Number(match[2]) };
}

/** MAX(can send, wants to get), or none if either is 0 (STOMP 1.2, "Heart-beating"). */
function agreedInterval(sends: number, wants: number): number {
  return sends === 0 || wants === 0 ? 0 : Math.max(sends, wants);
}

/**
 * Negotiates the terms of a CONNECT or STOMP frame. Heart-beats exist from 1.1 on. Clients must send `host` from 1.1 on
 * ("CONNECT or STOMP Frame"), but @stomp/stompjs omits it by default and there is one virtual host, so its value is
 * ignored. `requireHost` refuses a missing one with `header.missing`.
 */
export function negotiate(headers: Headers, offer: HeartBeatOffer, requireHost: boolean) {
  const version = chooseVersion(headers.get('accept-version'));
  if (version === '1.0') return { version, heartBeats: NO_HEART_BEATS };
  if (requireHost && !headers.has('host')) {
    throw new StompError('header.missing', `CONNECT needs a host header in STOMP ${version}.`);
  }
  const { sends, wants } = readHeartBeat(headers.get('heart-beat'));
  return {
    version,
    heartBeats: { outgoing: agreedInterval(offer.sends, wants), incoming: agreedInterval(sends, offer.wants) },
  };
}
