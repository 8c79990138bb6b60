import { createPasswords } from '../crypto/password.ts';
import { hashHandle } from '../crypto/random.ts';
import { createLogin } from '../features/account/login.service.ts';
import { findDevice, revokeSession } from '../features/account/login.store.ts';
import { createFindByLogin } from '../features/account/lookup.service.ts';
import { createMailbox } from '../features/account/mailbox.service.ts';
import { createAccounts } from '../features/account/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { wireIdentity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the parts of the account feature: lookup, mailbox, registration, login. Each uses only those before it. */
export const wireAccounts = (
  infrastructure: Infrastructure,
  identity: ReturnType<typeof wireIdentity>,
  outbox: Outbox,
) => {
  const { config, db, fingerprint } = infrastructure;
  const passwords = createPasswords(infrastructure.passwordCost);
  const shared = { ...identity, db, fingerprint, passwords };

  const findByLogin = createFindByLogin(shared);
  const mailbox = createMailbox({
    ...shared,
    rules: config.limits.mail,
    floorMs: infrastructure.mailFloorMs,
    outbox,
    findAccount: findByLogin,
    knowsDevice: ({ token, ...device }) => findDevice(db, { ...device, tokenHash: hashHandle(token) }),
  });
  const accounts = createAccounts({
    ...shared,
    networkRule: config.limits.register.network,
    sendEmailCode: mailbox.sendEmailCode,
  });
  const login = createLogin({
    ...shared,
    rules: config.limits.login,
    findAccount: findByLogin,
    awaitEmailCode: mailbox.awaitEmailCode,
  });
  const endSession = (sessionId: string, now: Date): Promise<void> => revokeSession(db, sessionId, now);
  return { accounts, findByLogin, mailbox, login, endSession, closePasswords: () => passwords.close() };
};
