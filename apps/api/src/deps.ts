import { batched } from './concurrency/batched.ts';
import { findSession } from './features/account/login.store.ts';
import { loadPage, type PageData } from './features/page/service.ts';
import { createShare } from './features/page/share.service.ts';
import { createGate } from './http/gate.ts';
import type { EventListener } from './realtime/listener.ts';
import { statusesOfEvents } from './realtime/store.ts';
import { wireAccounts } from './wiring/accounts.ts';
import { watchFiles } from './wiring/edition.ts';
import { wireFloods } from './wiring/floods.ts';
import { type Given, layGround } from './wiring/ground.ts';
import { wireIdentity } from './wiring/identity.ts';
import { wireMessaging } from './wiring/messaging.ts';
import { createMetrics } from './wiring/metrics.ts';
import { wireOperations } from './wiring/operations.ts';
import { wireRealtime } from './wiring/realtime.ts';
import { wireSocialProviders } from './wiring/social-providers.ts';
import { wireSupport } from './wiring/support.ts';
import { type Verification, wireVerification } from './wiring/verification.ts';
import { wireVoting } from './wiring/voting.ts';

/** Verifications whose status is read in one query. */
const STATUSES_AT_ONCE = 256;

/** Wires every room once. Rooms never import each other: what one needs of another is passed here. */
const wireRooms = async ({ ground, close }: Awaited<ReturnType<typeof layGround>>) => {
  const { config, clock, db } = ground;
  const instruments = createMetrics();
  const messaging = wireMessaging(ground, instruments, {
    smsFailed: (...failed) => verification.phones.giveBack(...failed),
    expireVerifications: (now) => verification.social.expirePending(now),
  });
  const voting = await wireVoting(ground, instruments);
  const { floodRoom, floods } = wireFloods(ground, instruments);
  const identity = wireIdentity(ground);
  const accounts = wireAccounts(ground, identity, messaging.outbox);
  const providers = await wireSocialProviders(ground, instruments, () => verification.social);
  const verification: Verification = wireVerification(ground, identity, {
    outbox: messaging.outbox,
    metrics: instruments,
    ...(providers.telegramLinkFor ? { telegramLinkFor: providers.telegramLinkFor } : {}),
  });
  const { gateway, startEvents } = wireRealtime(ground, instruments, {
    // Anybody may ask for any event id, real or made up: all who ask occupy one connection.
    statusOf: batched((hashes) => statusesOfEvents(db, hashes), STATUSES_AT_ONCE),
    statistics: voting.statistics,
  });
  const operations = wireOperations(ground, instruments, { ballotBox: voting.ballotBox, gateway });
  let events: EventListener | undefined;
  const gate = createGate(ground.tokens, (sessionId, now) => findSession(db, sessionId, now));
  const page =
    ground.webDir === undefined ? undefined : await loadPage(ground.webDir, voting.editionRoom.at(clock.now()).edition);
  // The page's top is drawn ahead, with the time that is left.
  const redraw = (): void => {
    page?.redraw(voting.editionRoom.at(clock.now()).edition).catch((error: unknown) => {
      ground.logger.warn({ err: error }, 'the page could not be drawn anew');
    });
  };
  voting.phases.onMoved(redraw);
  ground.served.onImported(redraw);
  const files = watchFiles(ground, instruments);

  return {
    ...ground,
    ...messaging,
    ...voting,
    ...operations,
    ...identity,
    ...accounts,
    ...verification,
    support: wireSupport(ground, identity, accounts.accounts),
    registerProviderWebhooks: providers.registerProviderWebhooks,
    floodRoom,
    floods,
    gate,
    gateway,
    page,
    share: createShare({
      edition: ground.currentEdition,
      publicUrl: ground.publicUrl,
      logo: voting.editionRoom.logo,
      openDrawing: async () => (await import('./adapters/link-card/drawing.ts')).openDrawing(),
    }),
    pageData: async (): Promise<PageData> => {
      const statistics = await voting.statistics.current();
      const now = clock.now();
      const { edition, answer } = voting.editionRoom.at(now);
      return {
        now,
        phase: edition.phase,
        version: answer.etag + statistics.etag,
        shared: () => ({
          edition,
          statistics: JSON.parse(statistics.body.toString()),
          ipLookupUrl: config.IP_LOOKUP_URL,
        }),
      };
    },
    /** Starts what works by itself: the job worker, the sockets' listener, the bot. */
    start: async () => {
      voting.phases.start();
      ground.served.start();
      files.start();
      floodRoom.start();
      messaging.jobs.start();
      events = await startEvents();
      providers.startProviders();
    },
    close: async () => {
      await providers.stopProviders();
      await events?.close();
      gateway.close();
      await messaging.jobs.close();
      voting.statistics.close();
      await floodRoom.close();
      await voting.phases.close();
      await ground.served.close();
      await files.close();
      await voting.ballotBox.close();
      await accounts.closePasswords();
      await close();
    },
  };
};

export type Deps = Awaited<ReturnType<typeof wireRooms>>;

/** Every room, wired; where that fails nothing stays open. */
export const createDeps = async (given: Given): Promise<Deps> => {
  const laid = await layGround(given);
  try {
    return await wireRooms(laid);
  } catch (error) {
    await laid.close();
    throw error;
  }
};
