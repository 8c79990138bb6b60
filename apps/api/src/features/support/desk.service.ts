import type { FoundVoter, VoterDetails } from '@laurel/contracts/console/calls/voters';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { CODE_TRIES } from '../../limits.ts';
import {
  type IssuedCode,
  readActivity,
  readAttempts,
  readCodes,
  readDevices,
  readHelp,
  readMessages,
  readName,
  readSessions,
} from './desk.store.ts';
import { maskName, maskPhone } from './policy.ts';
import type { Hit, VoterSearch } from './search.service.ts';
import type { Support } from './service.ts';

type Deps = {
  db: Queryable;
  support: Pick<Support, 'summary' | 'noteReading' | 'locked'>;
  search: VoterSearch;
  maskEmail(email: string): string;
};

export type VoterDesk = {
  /** The accounts that a text finds, masked: the exact one first, then those that begin with it. */
  find(text: string, now: Date): Promise<{ voters: FoundVoter[]; more: boolean }>;
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
export const createVoterDesk = ({ db, support, search, maskEmail }: Deps): VoterDesk => {
  const shown = (hit: Hit, locked: boolean): FoundVoter => {
    const { name, email, emailCanonical: _emailCanonical, phone, createdAt, erasedAt, suspendedAt, ...rest } = hit;
    return {
      ...rest,
      locked,
      name: name && maskName(name),
      email: email && maskEmail(email),
      phone: phone && maskPhone(phone),
      createdAt: iso(createdAt),
      erasedAt: isoOrNull(erasedAt),
      suspendedAt: isoOrNull(suspendedAt),
    };
  };

  return {
    find: async (text, now) => {
      const { hits, more } = await search(text);
      const locked = await support.locked(hits, now);
      return { voters: hits.map((hit) => shown(hit, locked.has(hit.id))), more };
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
        help: (await readHelp(db, id)).map((each) => ({ ...each, at: iso(each.at) })),
      };
    },
  };
};
