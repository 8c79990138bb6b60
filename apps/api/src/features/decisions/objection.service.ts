import type { Db } from '@laurel/database/client';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { ObjectionTokens } from '../../crypto/objection-tokens.ts';
import type { RateLimits } from '../../http/limits/port.ts';
import { insertObjection, readConcerned } from './objection.store.ts';
import { cleanText, OBJECTION_MAX, type ObjectionView } from './objection-page.policy.ts';

const HOUR_MS = 60 * 60_000;
/** How often one person, and all people of one network, may try to send an objection in an hour. */
const TRIES = { limit: 10, windowMs: HOUR_MS };
const TRIES_OF_NETWORK = { limit: 60, windowMs: HOUR_MS };

type Deps = {
  db: Db;
  pool: pg.Pool;
  limits: Pick<RateLimits, 'requireAll'>;
  tokens: Pick<ObjectionTokens, 'read'>;
};

export type ObjectionDesk = {
  /** The view for the link in a mail. Changes nothing, because mail programs open links by themselves. */
  open(token: string, now: Date): Promise<ObjectionView>;
  /** Stores the objection of the person to whom the link was mailed, once for each decision. */
  make(given: { token: string; text: string; network: string }, now: Date): Promise<ObjectionView>;
};

/**
 * Creates the service that receives objections from people whose votes a decision left out of the count. The link in
 * the mail identifies the person.
 */
export const createObjectionDesk = ({ db, pool, limits, tokens }: Deps): ObjectionDesk => {
  const open = async (token: string, now: Date): Promise<ObjectionView> => {
    const claim = tokens.read(token, now);
    const decision = claim && (await readConcerned(pool, claim));
    if (!claim || !decision) return { kind: 'invalid' };
    if (decision.objected) return { kind: 'known' };
    if (decision.undone) return { kind: 'undone' };
    return { kind: 'form', token, number: claim.exclusion, reason: decision.reason };
  };
  return {
    open,
    make: async ({ token, text: given, network }, now) => {
      const view = await open(token, now);
      const claim = tokens.read(token, now);
      if (view.kind !== 'form' || !claim) return view;
      const text = cleanText(given);
      if (text === '') return { ...view, problem: 'required' };
      if (text.length > OBJECTION_MAX) return { ...view, text, problem: 'tooLong' };
      const charges = [
        { key: `objection:${claim.accountId}`, rule: TRIES },
        { key: `objection:network:${network}`, rule: TRIES_OF_NETWORK },
      ];
      try {
        await limits.requireAll(db, charges, now);
      } catch (error) {
        if (error instanceof AppError && error.code === 'limit.exceeded') return { ...view, text, problem: 'limited' };
        throw error;
      }
      // If another request was first, or the decision was taken back meanwhile, the page says so.
      return (await insertObjection(pool, claim, text, now)) ? { kind: 'received' } : open(token, now);
    },
  };
};
