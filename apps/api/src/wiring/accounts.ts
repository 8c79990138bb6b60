import { createPasswords } from '../crypto/password.ts';
import { hashHandle } from '../crypto/random.ts';
import { createLogin, type Login } from '../features/account/login.service.ts';
import { findDevice, revokeSession } from '../features/account/login.store.ts';
import { createMailbox, type Mailbox } from '../features/account/mailbox.service.ts';
import { type Accounts, createAccounts } from '../features/account/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { wireIdentity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the features of an account: registration, mailbox, login. */
export const wireAccounts = (
  infrastructure: Infrastructure,
  identity: ReturnType<typeof wireIdentity>,
  outbox: Outbox,
) => {
  const { config, db, fingerprint } = infrastructure;
  const passwords = createPasswords(infrastructure.passwordCost);
  const shared = { ...identity, db, fingerprint, passwords };

  const mailbox: Mailbox = createMailbox({
    ...shared,
    rules: config.limits.mail,
    outbox,
    findAccount: (...ask) => accounts.findByLogin(...ask),
    knowsDevice: ({ token, ...ask }) => findDevice(db, { ...ask, tokenHash: hashHandle(token) }),
    forgetTries: (...ask) => login.forgetTries(...ask),
  });
  const accounts: Accounts = createAccounts({
    ...shared,
    networkRule: config.limits.register.network,
    sendEmailCode: mailbox.sendEmailCode,
  });
  const login: Login = createLogin({
    ...shared,
    rules: config.limits.login,
    findAccount: accounts.findByLogin,
    awaitEmailCode: mailbox.awaitEmailCode,
  });
  const endSession = (sessionId: string, now: Date): Promise<void> => revokeSession(db, sessionId, now);
  return { accounts, mailbox, login, endSession, closePasswords: () => passwords.close() };
};
