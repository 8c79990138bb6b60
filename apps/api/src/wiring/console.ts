import type { VoterMail } from '@laurel/contracts/console/voter-mails';
import { DEFAULT_LANGUAGE, type Language } from '@laurel/contracts/languages';
import { createDatabase, createLongPool } from '@laurel/database/client';
import type { FastifyRequest } from 'fastify';
import type { DraftReader, EditionReader } from '../adapters/edition-reader/port.ts';
import { createEditionReader } from '../adapters/edition-reader/reader.ts';
import { AppError } from '../app-error.ts';
import { moneyOf } from '../configuration/sms-prices.ts';
import { createWebauthn } from '../crypto/webauthn.ts';
import type { Deps } from '../deps.ts';
import { mailsOf } from '../features/edition/mails.policy.ts';
import { createKits } from '../features/nominees/kits.service.ts';
import { dropSuggestion } from '../features/nominees/kits.store.ts';
import { readSpending } from '../features/phone/spending.service.ts';
import { createPreviewDesk } from '../features/preview/desk.service.ts';
import { readBrought } from '../features/reminders/store.ts';
import { createEntrance } from '../features/team/entrance.service.ts';
import { createInvitationMails } from '../features/team/invitation-mail.service.ts';
import { createTeamLists } from '../features/team/lists.service.ts';
import { hasMembers } from '../features/team/lists.store.ts';
import { createSessionLookup } from '../features/team/lookup.service.ts';
import { ENTRANCE, entranceKey, isFresh } from '../features/team/policy.ts';
import { createTeam } from '../features/team/service.ts';
import { findTeamSession } from '../features/team/store.ts';
import { readVisits } from '../features/visits/store.ts';
import { observedAddress } from '../http/client.ts';
import { consoleTokenOf } from '../http/console-cookie.ts';
import { originNetworkOf } from '../http/network.ts';
import { sealPayload } from '../jobs/payload.ts';
import type { DraftMail } from '../jobs/port.ts';
import { mailPage } from '../messages/mail.ts';
import { wireClusters } from './clusters.ts';
import { wireNight } from './console-night.ts';
import { wireConsoleVoters } from './console-voters.ts';
import { wireEntriesDesk } from './entries.ts';
import { wireExclusionsDesk } from './exclusions.ts';
import { wireIntegrations } from './integrations.ts';
import { providersOf } from './messaging.ts';
import { wirePublishing } from './publishing.ts';

/** The most connections of the console, apart from those of the voters' listener. */
const MAX_CONNECTIONS = 5;

type Options = {
  /** Those of the voters' server. The console shares its edition, phases, keys, limits and checks. */
  deps: Deps;
  /** The connection string of the console's role. */
  databaseUrl: string;
  /** The address of the console, without a trailing slash. */
  consoleUrl: string;
  /** How long a connection to the database and a statement may take, milliseconds. Tests need longer on a busy machine. */
  databaseWaitMs?: number;
  /** Reads uploads; by default in a process of its own. Tests of other things save the start of that process. */
  reader?: EditionReader & DraftReader;
};

/** Wires the console: its own database role and connections, and a service for each of its screens. */
export const createConsoleDeps = ({ deps, databaseUrl, consoleUrl, databaseWaitMs, reader }: Options) => {
  const { clock, keyring, limits, db: appDb } = deps;
  const connections = {
    url: databaseUrl,
    applicationName: 'laurel console',
    onlyPrimary: true,
    connectTimeoutMs: databaseWaitMs,
    statementTimeoutMs: databaseWaitMs,
  };
  const { db, pool, close } = createDatabase({ ...connections, maxConnections: MAX_CONNECTIONS });
  const longPool = createLongPool(connections);
  const award = () => {
    const { texts, year } = deps.currentEdition();
    return { name: texts.name, year, publicUrl: deps.publicUrl };
  };
  const webauthn = createWebauthn({
    origin: consoleUrl,
    // A browser stores this name with the passkey.
    awardName: () => award().name[DEFAULT_LANGUAGE],
    sign: (text) => keyring.hmac('console-challenge', text),
    refusal: (why, cause) =>
      new AppError(why === 'expired' ? 'console.challenge_expired' : 'console.passkey_refused', { cause }),
  });
  const lookUp = createSessionLookup((hash, network, now) => findTeamSession(pool, hash, network, now));
  const voters = wireConsoleVoters(deps, db, pool);
  const night = wireNight(deps, pool);
  const publishing = wirePublishing({ deps, db, pool, reader: reader ?? createEditionReader() });
  const desk = wireClusters(deps, deps, { db: pool, client: db, url: databaseUrl, outbox: deps.outbox, consoleUrl });
  const entriesDesk = wireEntriesDesk(deps, pool);
  const { findToken, integrations } = wireIntegrations(deps, pool);
  const exclusionsDesk = wireExclusionsDesk({ ...deps, pool, longPool }, deps);
  return {
    config: deps.config,
    logger: deps.logger,
    consoleUrl,
    now: () => clock.now(),
    award,
    team: createTeam({ db: pool, consoleUrl }),
    mailInvitation: createInvitationMails({
      db: pool,
      provider: providersOf(deps.config).email,
      seal: ({ id, to, language, expiresAt, ...words }) =>
        sealPayload(keyring, {
          ...{ channel: 'email', id, to, language, dropAfter: expiresAt },
          message: { kind: 'invitation', ...words },
        }),
    }),
    entrance: createEntrance({ db: pool, webauthn }),
    teamLists: createTeamLists({ db: pool }),
    ...night,
    ...voters,
    isFresh,
    actorOf: (name: string) => `${name} (console)`,
    findSession: (request: FastifyRequest, now: Date) =>
      lookUp(consoleTokenOf(request, consoleUrl), originNetworkOf(observedAddress(request)), now),
    findToken: (token: string, request: FastifyRequest, now: Date) =>
      findToken(token, originNetworkOf(observedAddress(request)), now),
    integrations,
    entriesDesk,
    requireEntrance: (request: FastifyRequest, now: Date) =>
      limits.demand(appDb, entranceKey(originNetworkOf(observedAddress(request))), ENTRANCE, now),
    ...exclusionsDesk,
    clusters: desk.clusters,
    alarm: desk.alarm,
    waiting: async (actor: string) => ({
      reviews: await voters.reviews.waiting(clock.now()),
      ...(await exclusionsDesk.exclusions.waiting()),
      messages: await night.messages.waiting(clock.now()),
      clusters: await desk.clusters.waiting(),
      entries: await entriesDesk.waiting(),
      phases: await publishing.moves.waiting(actor),
      edition: await publishing.publishing.waiting(actor),
    }),
    ...publishing,
    readBrought: () => readBrought(pool),
    spending: () => readSpending(pool, moneyOf(deps.config), deps.phases.times().votingClosesAt, clock.now()),
    visits: { read: (since: Date) => readVisits(pool, since) },
    log: async () => deps.publicLog.log?.status(),
    draftMail: async (draft: number, mail: VoterMail): Promise<DraftMail> => {
      const { supportEmail, ...own } = mailsOf((await publishing.editor.read(draft)).fields.edition);
      return { mail, ...own, supportEmail: deps.config.SUPPORT_EMAIL ?? supportEmail };
    },
    mailPage: (mail: DraftMail, language: Language) => mailPage({ ...mail, siteUrl: deps.publicUrl }, language),
    previews: createPreviewDesk({ pool, publicUrl: deps.publicUrl, now: () => clock.now() }),
    kits: createKits({
      db: pool,
      publicUrl: deps.publicUrl,
      titles: exclusionsDesk.ballotTitles,
      provider: providersOf(deps.config).email,
      seal: ({ id, to, language, ...words }) =>
        sealPayload(keyring, { channel: 'email', id, to, language, message: { kind: 'kit', ...words } }),
      draftWith: publishing.draftWith,
      dropSuggestion: (link) => dropSuggestion(deps.pool, link),
      now: () => clock.now(),
    }),
    hasMembers: () => hasMembers(pool),
    close: async () => {
      desk.clusterSearch.close();
      await Promise.all([close(), longPool.end()]);
    },
  };
};

export type ConsoleDeps = ReturnType<typeof createConsoleDeps>;

/** The id of the person and the session of a command, which the team does not have. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The console for a person at the command line, who has entered the machine and may do everything. The audit log has the name
 * alone; somebody with this name in the console is the same person (same_person() of the database).
 */
export const forCommand = (deps: ConsoleDeps, name: string): ConsoleDeps => ({
  ...deps,
  actorOf: () => name,
  isFresh: () => true,
  findSession: async (_request, now) => ({
    ...{ sessionId: NOBODY, memberId: NOBODY, name, role: 'owner' },
    ...{ startedAt: now, endsAt: now, passkeyAt: now },
  }),
});
