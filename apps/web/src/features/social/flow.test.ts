import { describe, expect, it } from 'vitest';
import { isPollDue, livingLink, statusOf } from './flow.ts';

describe('the status of a verification', () => {
  const socket = { eventId: 'mine', verificationStatus: 'RETRY' } as const;

  it('SO-06 is the last log entry, else the stored status, else IN_PROGRESS', () => {
    const log = [{ verificationStatus: 'IN_PROGRESS' }, { verificationStatus: 'VERIFIED' }] as const;
    expect(statusOf({ eventId: 'mine', log, socket })).toBe('VERIFIED');
    expect(statusOf({ eventId: 'mine', log: [], socket })).toBe('RETRY');
    expect(statusOf({ eventId: 'mine', log: [], socket: undefined })).toBe('IN_PROGRESS');
  });

  it('takes nothing from another event', () => {
    expect(statusOf({ eventId: 'other', log: [], socket })).toBe('IN_PROGRESS');
  });
});

describe('a Telegram link', () => {
  it('is good until it expires', () => {
    const link = { link: 'https://t.me/bot?start=x', expiresAt: 1_000 };
    expect(livingLink(link, 999)).toBe(link);
    expect(livingLink(link, 1_000)).toBeUndefined();
    expect(livingLink(undefined, 0)).toBeUndefined();
  });
});

describe('polling', () => {
  it('is due once more than 60 s have passed', () => {
    expect(isPollDue(0, 60_000)).toBe(false);
    expect(isPollDue(0, 60_001)).toBe(true);
  });
});
