import type { VerificationStatus } from '@laurel/contracts/verification';
import { describe, expect, it } from 'vitest';
import { awaitedOf, endOf, isInProgress, isPollDue, shownVerification, statusOf, statusOfMessage } from './flow.ts';

describe('the status of a verification', () => {
  const socket = { eventId: 'mine', verificationStatus: 'RETRY' } as const;

  it('SO-06 is the last log entry, else the stored status, else IN_PROGRESS', () => {
    const log = [{ verificationStatus: 'IN_PROGRESS' }, { verificationStatus: 'VERIFIED' }] as const;
    expect(statusOf({ eventId: 'mine', log, socket })).toBe('VERIFIED');
    expect(statusOf({ eventId: 'mine', log: [], socket })).toBe('RETRY');
    expect(statusOf({ eventId: 'mine', log: [], socket: undefined })).toBe('IN_PROGRESS');
  });

  it('ignores another event, and is undefined without a verification', () => {
    expect(statusOf({ eventId: 'other', log: [], socket })).toBe('IN_PROGRESS');
    expect(statusOf({ eventId: undefined, log: undefined, socket: undefined })).toBeUndefined();
    expect(statusOf({ eventId: undefined, log: undefined, socket })).toBe('RETRY');
  });

  it.each([
    ['IN_PROGRESS', true],
    ['RETRY', true],
    ['VERIFIED', false],
    ['NOT_VERIFIED', false],
    [undefined, false],
  ] as const)('%s is in progress: %s', (status, expected) => {
    expect(isInProgress(status)).toBe(expected);
  });
});

describe('the verification that is shown', () => {
  const none = { status: undefined, proofCode: undefined };
  const open = { verificationStatus: 'RETRY', proofCode: 'K7M2QX' } as const;
  const elsewhere = { status: 'RETRY', proofCode: 'K7M2QX' };

  it.each(['IN_PROGRESS', 'RETRY', 'VERIFIED'] as const)('is this browser’s own while it is %s', (status) => {
    const own = { status, proofCode: 'ACDEFG' };
    expect(shownVerification(own, { open, verified: false })).toBe(own);
  });

  it('is the one that was started on another device, also after the own one was rejected', () => {
    expect(shownVerification(none, { open, verified: false })).toEqual(elsewhere);
    expect(shownVerification({ ...none, status: 'NOT_VERIFIED' }, { open, verified: false })).toEqual(elsewhere);
  });

  it('is verified once the one on another device is; a rejected own one stays rejected', () => {
    const nothingOpen = { open: undefined, verified: true };
    expect(shownVerification(none, nothingOpen).status).toBe('VERIFIED');
    expect(shownVerification(none, { ...nothingOpen, verified: false })).toBe(none);
    const rejected = { ...none, status: 'NOT_VERIFIED' } as const;
    expect(shownVerification(rejected, nothingOpen)).toBe(rejected);
  });

  it.each([
    [{ isInstagram: true, proofCode: 'K7M2QX', status: 'IN_PROGRESS' }, 'code'],
    [{ isInstagram: true, proofCode: 'K7M2QX', status: 'RETRY' }, 'follow'],
    [{ isInstagram: true, proofCode: undefined, status: 'IN_PROGRESS' }, 'review'],
    [{ isInstagram: false, proofCode: undefined, status: 'RETRY' }, 'telegram'],
  ] as const)('VO-04 %j waits for: %s', (verification, expected) => {
    expect(awaitedOf(verification)).toBe(expected);
  });
});

describe('the end of a verification', () => {
  const entry = (verificationStatus: VerificationStatus) => ({ verificationStatus });
  const socketStatus = (verificationStatus: VerificationStatus) => ({ eventId: 'mine', verificationStatus });
  const open = { eventId: 'mine', log: [], socket: socketStatus('IN_PROGRESS'), socialVerified: false } as const;

  it.each(['IN_PROGRESS', 'RETRY'] as const)('SO-07 is lost: unverified, no status in the log, %s stored', (stored) => {
    expect(endOf({ ...open, socket: socketStatus(stored) })).toBe('lost');
  });

  it('SO-07 is not lost if any of the three differs or is unknown', () => {
    expect(endOf({ ...open, socialVerified: undefined })).toBeUndefined();
    expect(endOf({ ...open, log: undefined })).toBeUndefined();
    expect(endOf({ ...open, log: [entry('IN_PROGRESS')] })).toBeUndefined();
    expect(endOf({ ...open, socket: undefined })).toBeUndefined();
    expect(endOf({ ...open, socket: socketStatus('NOT_VERIFIED') })).toBeUndefined();
    expect(endOf({ ...open, socket: { ...socketStatus('RETRY'), eventId: 'other' } })).toBeUndefined();
    expect(endOf({ ...open, eventId: undefined })).toBeUndefined();
  });

  it('SO-07 is verified by the log, the socket, or the user’s record', () => {
    expect(endOf({ ...open, log: [entry('IN_PROGRESS'), entry('VERIFIED')] })).toBe('verified');
    expect(endOf({ ...open, log: undefined, socket: socketStatus('VERIFIED') })).toBe('verified');
    expect(endOf({ ...open, socialVerified: true })).toBe('verified');
    expect(endOf({ ...open, log: [entry('NOT_VERIFIED')] })).toBeUndefined();
  });
});

it('RT-02 a realtime message has a status, or means IN_PROGRESS', () => {
  expect(statusOfMessage({ verificationStatus: 'RETRY' })).toBe('RETRY');
  expect(statusOfMessage({ verificationStatus: 'NOT_VERIFIED', more: 1 })).toBe('NOT_VERIFIED');
  expect(statusOfMessage({})).toBe('IN_PROGRESS');
  expect(statusOfMessage({ verificationStatus: 'NEW_KIND' })).toBe('IN_PROGRESS');
  expect(statusOfMessage(null)).toBe('IN_PROGRESS');
});

it('polling is due once more than 60 s have passed', () => {
  expect(isPollDue(0, 60_000)).toBe(false);
  expect(isPollDue(0, 60_001)).toBe(true);
});
