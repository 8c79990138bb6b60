import type { Queryable } from '@laurel/database/queryable';
import { after, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { createMessages, type TestTo } from '../features/messages/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { maskPhone } from '../features/support/policy.ts';
import { sealPayload } from '../jobs/payload.ts';
import { providersOf } from './messaging.ts';

/** How long a test message is tried, milliseconds. */
const TEST_MS = 60 * 60_000;

type Settings = { config: Config; clock: Clock; keyring: Keyring };

/**
 * Wires the history of messages, on the database of the command or of the console.
 * @param db the connections of the role that makes the changes
 */
export const wireMessages = ({ config, clock, keyring }: Settings, db: Queryable) => {
  const { email, sms } = providersOf(config);
  return createMessages({
    db,
    maskEmail: (address) => maskEmail(address, 'name and domain'),
    maskPhone,
    seal: ({ id, kind, to, language, draft }: TestTo & { id: string }) => {
      const envelope = { id, to, language, dropAfter: after(clock.now(), TEST_MS) };
      return kind === 'mail'
        ? sealPayload(keyring, { ...envelope, channel: 'email', message: { kind: 'test', name: '', draft } })
        : sealPayload(keyring, { ...envelope, channel: 'sms', via: 'sms', message: { kind: 'test' } });
    },
    providers: { mail: email, sms },
    budgets: config.limits.sms,
  });
};
