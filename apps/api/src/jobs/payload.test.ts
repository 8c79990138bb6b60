import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../crypto/keyring.ts';
import { openPayload, sealPayload } from './payload.ts';

const keyring = createKeyring(randomBytes(32));
const envelope = {
  channel: 'email',
  id: '1d0a3a2e-3c39-4b5b-9d4f-0a8a3c6c2d11',
  to: 'ada@example.org',
  language: 'en',
} as const;

/** The message of a job whose content is JSON, as any release may have stored it. */
const opened = (message: object) => {
  const plain = JSON.stringify({ ...envelope, message });
  const sealed = keyring.seal('job', plain).toString('base64');
  return openPayload(keyring, { sealed, tries: 0 }).queued.message;
};

describe('the payload of a job', () => {
  it('is read as it was stored', () => {
    const message = { kind: 'social_rejected', name: 'Ada', tag: 'ada', offersTelegram: true } as const;
    expect(openPayload(keyring, sealPayload(keyring, { ...envelope, message })).queued.message).toEqual(message);
  });

  it.each([
    ['social_approved', { phoneVerified: false }],
    ['social_rejected', { offersTelegram: false }],
  ])('of an earlier release is read, too: %s', (kind, added) => {
    const stored = { kind, name: 'Ada', tag: 'ada' };
    expect(opened(stored)).toEqual({ ...stored, ...added });
  });
});
