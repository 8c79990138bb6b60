import type { FoundVoter, VoterDetails } from '@laurel/contracts/console/calls/voters';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { CODE_TRIES } from '../../limits.ts';
import {
  type Found,
  findByAddress,
  findById,
  findByMail,
  findByName,
  findByNumber,
  type IssuedCode,
  readActivity,
  readAttempts,
  readCodes,
  readDevices,
  readMessages,
  readName,
  readSessions,
} from './desk.store.ts';
import { maskName, maskPhone, readSearch } from './policy.ts';
import type { Support } from './service.ts';

/** The most accounts that a search returns. */
const MAX_FOUND = 20;

type Deps = {
  db: Queryable;
  support: Pick<Support, 'summary' | 'noteReading'>;
  maskEmail(email: string): string;
  /** A complete address or number in the form by which accounts are found. */
  parseLogin(text: string): { email: string } | { phone: string } | undefined;
};

export type VoterDesk = {
  /** The accounts that a text finds, masked: the exact one first, then those that begin with it. */
  find(text: string): Promise<{ voters: FoundVoter[]; more: boolean }>;
  /** The details of an account, masked. The audit log records who reads them. @throws AppError console.not_found */
  read(reading: { id: string; actor: string; now: Date }): Promise<VoterDetails>;
};

const iso = (at: Date): string => at.toISOString();
const isoOrNull = (at: Date | null): string | null => at && iso(at);

const KINDS = { email: 'email_code', password_reset: 'password_code', phone: 'phone_code' } as const;

const codeOf = ({ at, kind, tries: wrong, used, expired }: IssuedCode): VoterDetails['codes'][number] => {
  const unused = wrong >= CODE_TRIES ? 'spent' : 'open';
  return { at: iso(at), kind: KINDS[kind], state: used ? 'used' : expired ? 'expired' : unused, wrong };
};

/** Finds voters and reads their details for the console, masked. */
export const createVoterDesk = ({ db, support, maskEmail, parseLogin }: Deps): VoterDesk => {
  const shown =
    (matched: FoundVoter['matched']) =>
    ({ name, email, phone, createdAt, erasedAt, suspendedAt, ...rest }: Found): FoundVoter => ({
      ...rest,
      matched,
      name: name && maskName(name),
      email: email && maskEmail(email),
      phone: phone && maskPhone(phone),
      createdAt: iso(createdAt),
      erasedAt: isoOrNull(erasedAt),
      suspendedAt: isoOrNull(suspendedAt),
    });

  /** One more than is shown, to know whether there are more. */
  const most = MAX_FOUND + 1;
  const lookUp = async (text: string): Promise<FoundVoter[]> => {
    const search = readSearch(text);
    const exact = parseLogin(text);
    if (search.by === 'id') return (await findById(db, search.id)).map(shown('id'));
    if (search.by === 'phone') {
      // Also the digits as typed: they may begin a longer number, and canonical spelling may change them.
      const byExact = exact && 'phone' in exact ? await findByNumber(db, exact.phone, most) : [];
      return [...byExact, ...(await findByNumber(db, search.prefix, most))].map(shown('phone'));
    }
    const byAddress = exact && 'email' in exact ? await findByAddress(db, exact.email) : [];
    const byMail = [...byAddress, ...(await findByMail(db, search.prefix, most))].map(shown('email'));
    if (search.by === 'email') return byMail;
    return [...(await findByName(db, search.prefix, most)).map(shown('name')), ...byMail];
  };

  return {
    find: async (text) => {
      const found = await lookUp(text);
      const once = [...new Map(found.map((voter) => [voter.id, voter])).values()];
      return { voters: once.slice(0, MAX_FOUND), more: once.length > MAX_FOUND };
    },

    read: async ({ id, actor, now }) => {
      if (!(await support.noteReading({ id, actor, now }))) throw new AppError('console.not_found');
      const account = await support.summary(id, now);
      if (!account) throw new AppError('console.not_found');
      const codes = (await readCodes(db, id, now)).map(codeOf);
      const open = codes.find(({ kind, state }) => kind !== 'phone_code' && state === 'open')?.kind;
      const name = await readName(db, id);
      return {
        id,
        name: name && maskName(name),
        email: account.email,
        phone: account.phone,
        language: account.language,
        createdAt: iso(account.createdAt),
        erasedAt: isoOrNull(account.erasedAt),
        suspendedAt: isoOrNull(account.suspendedAt),
        emailProvenAt: isoOrNull(account.emailVerifiedAt),
        twoFactor: {
          readyAt: isoOrNull(account.twoFactorAt),
          pending: account.twoFactorPending,
          backupCodesLeft: account.backupCodesLeft,
        },
        proofs: account.proofs.map(({ what, verifiedAt, withdrawnAt }) => ({
          what,
          provenAt: iso(verifiedAt),
          withdrawnAt: isoOrNull(withdrawnAt),
        })),
        tries: account.tries.map(({ what, count, limit, locked, until }) => ({
          what,
          count,
          limit,
          locked,
          until: iso(until),
        })),
        open: { sessions: account.sessions, devices: account.devices },
        sessions: (await readSessions(db, id, now)).map(({ startedAt, endsAt, twoFactor }) => ({
          startedAt: iso(startedAt),
          endsAt: iso(endsAt),
          twoFactor,
        })),
        devices: (await readDevices(db, id, now)).map(({ knownSince, forgottenAt }) => ({
          knownSince: iso(knownSince),
          forgottenAt: iso(forgottenAt),
        })),
        messages: (await readMessages(db, id)).map((message) => ({ ...message, at: iso(message.at) })),
        codes,
        openCode: open === 'email_code' || open === 'password_code' ? open : null,
        smsToday: account.smsToday,
        attempts: (await readAttempts(db, id)).map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
        activity: (await readActivity(db, id)).map(({ at, event }) => ({ at: iso(at), event })),
      };
    },
  };
};
