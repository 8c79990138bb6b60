import { LRUCache } from 'lru-cache';
import { originNetworkOf } from '../../http/network.ts';

/**
 * The limits of the buffer of origins. An origin that exceeds them is dropped, so that it costs no vote and no memory.
 */
export const ORIGINS = {
  /** Waiting origins. */
  rows: 20_000,
  /** Origins in one statement. */
  batch: 2_000,
  /** The most recorded batches that are moved to the table of origins in a row. */
  settled: 10,
  /** Attempts to write a batch. */
  tries: 5,
  /** How often waiting origins are written, milliseconds. A crash loses those that are not written yet. */
  everyMs: 1_000,
} as const;

/** What a request shows about its sender. The user agent and the time zone are declared, so they may be forged. */
export type Visit = { ip: string; userAgent: string | null; timeZone: string | null };

/** An accepted vote and the request that cast it. */
export type Cast = { sessionId: string; categoryId: number; castAt: Date; visit: Visit };

const MINUTE_MS = 60_000;

/** Families of programs. The first that matches counts: most browsers also name those that they imitate. */
const PROGRAMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Telegram', /telegram/i],
  ['Instagram', /instagram/i],
  ['Facebook', /FBA[NV]\//],
  ['TikTok', /musical_ly|tiktok|bytedance/i],
  ['Headless', /headless|phantomjs|puppeteer|playwright/i],
  ['curl', /^curl\//i],
  ['Script', /python|go-http|okhttp|axios|node|java\/|wget|libwww|postman/i],
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\/|Opera/],
  ['Samsung', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
];

const firstOf = (of: readonly (readonly [name: string, pattern: RegExp])[], text: string): string | undefined =>
  of.find(([, pattern]) => pattern.test(text))?.[0];

/** The family of a user agent and of its system, like `Chrome Android`; `other` if it is not known. */
export const userAgentFamily = (userAgent: string | null): string =>
  [firstOf(PROGRAMS, userAgent ?? '') ?? 'other', firstOf(SYSTEMS, userAgent ?? '')].filter(Boolean).join(' ');

const TIME_ZONE = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** The families of the user agents seen last. A voter's browser sends the same user agent with each vote. */
const families = new LRUCache<string, string>({ max: 1_000 });
const familyOf = (userAgent: string | null): string => {
  const key = userAgent ?? '';
  const known = families.get(key);
  if (known !== undefined) return known;
  const family = userAgentFamily(userAgent);
  families.set(key, family);
  return family;
};

/**
 * The origin of a vote in the form that the database's function origins_in() reads: the session, the category, the
 * minute, the network, the family of the user agent, and the time zone, which is empty unless it has the form of one.
 */
export const originLine = ({ sessionId, categoryId, castAt, visit }: Cast): string => {
  const zone = visit.timeZone !== null && TIME_ZONE.test(visit.timeZone) ? visit.timeZone : '';
  const minute = Math.floor(castAt.getTime() / MINUTE_MS);
  return `${sessionId},${categoryId},${minute},${originNetworkOf(visit.ip)},${familyOf(visit.userAgent)},${zone}`;
};
