import { describe, expect, it } from 'vitest';
import { networkName, openStepOf, phoneState, socialState } from './verification-state.ts';

const phone = { type: 'PHONE', verified: true } as const;
const telegram = { type: 'TELEGRAM_SUBSCRIPTION', verified: true } as const;
const instagram = { type: 'INSTAGRAM_SUBSCRIPTION', verified: true } as const;
const unverified = [
  { ...phone, verified: false },
  { ...telegram, verified: false },
  { ...instagram, verified: false },
];

it('LP-12 the phone is checked, verified or not', () => {
  expect(phoneState({ verifications: undefined, asking: true })).toBe('checking');
  expect(phoneState({ verifications: [phone], asking: false })).toBe('verified');
  expect(phoneState({ verifications: [telegram], asking: false })).toBe('notVerified');
  expect(phoneState({ verifications: unverified, asking: false })).toBe('notVerified');
  expect(phoneState({ verifications: undefined, asking: false })).toBe('notVerified');
});

describe('the social account', () => {
  it.each([
    ['verified', [telegram], undefined],
    ['verified', [instagram], undefined],
    ['verified', [instagram], 'NOT_VERIFIED'],
    ['verified', [], 'VERIFIED'],
    ['inProgress', unverified, 'IN_PROGRESS'],
    ['inProgress', [phone], 'RETRY'],
    ['failed', unverified, 'NOT_VERIFIED'],
    ['notVerified', [phone], undefined],
    ['notVerified', unverified, undefined],
  ] as const)('LP-13 is %s with %j and %s', (state, verifications, status) => {
    expect(socialState({ verifications, asking: false, status })).toBe(state);
  });

  it('is checking until the user’s verifications are loaded', () => {
    expect(socialState({ verifications: undefined, asking: true, status: undefined })).toBe('checking');
    expect(socialState({ verifications: undefined, asking: true, status: 'RETRY' })).toBe('inProgress');
    expect(socialState({ verifications: undefined, asking: false, status: undefined })).toBe('notVerified');
  });

  it('LP-11 is named after its network, or by its username there', () => {
    expect(networkName([telegram], 'ada')).toBe('Telegram');
    expect(networkName([], 'ada')).toBe('@ada');
    expect(networkName([instagram], undefined)).toBe('Instagram');
    expect(networkName(unverified, undefined)).toBeUndefined();
    expect(networkName(undefined, undefined)).toBeUndefined();
  });
});

it.each([
  ['the phone', [telegram], undefined, { step: 3, modal: 'phoneOtp' }],
  ['the social account', [phone], undefined, { step: 4, modal: 'socialVerification' }],
  ['the social account, while it is checked', [phone], 'IN_PROGRESS', { step: 4, modal: 'socialVerification' }],
  ['none', [phone, instagram], undefined, undefined],
  ['none, as soon as the check has ended', [phone], 'VERIFIED', undefined],
  ['not known before the first answer', undefined, undefined, undefined],
] as const)('the step that is missing is %s', (_what, verifications, status, expected) => {
  expect(openStepOf({ verifications, asking: verifications === undefined, status })).toEqual(expected);
});
