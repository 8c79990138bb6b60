import { isOver } from '@laurel/contracts/phase';
import { createTelegramLinks } from './adapters/telegram/links.ts';
import { batched } from './concurrency/batched.ts';
import { runSteps, type Step } from './concurrency/steps.ts';
import { findSession } from './features/account/login.store.ts';
import { loadPage, type PageData } from './features/page/service.ts';
import { createShare } from './features/page/share.service.ts';
import { createGate } from './http/gate.ts';
import { createMemoryLimit } from './http/memory-limit.ts';
import { SIGNED_IN_PER_MINUTE } from './limits.ts';
import type { EventListener } from './realtime/listener.ts';
import { statusesOfEvents } from './realtime/store.ts';
import { wireAccounts } from './wiring/accounts.ts';
import { watchFiles } from './wiring/edition.ts';
import { wireDecisions, wireExclusions, wireNotices } from './wiring/exclusions.ts';
import { wireFloods } from './wiring/floods.ts';
import { wireIdentity } from './wiring/identity.ts';
import { openInfrastructure, type ServerOptions } from './wiring/infrastructure.ts';
import { wireMessages } from './wiring/messages.ts';
import { wireJobs, wireOutbox } from './wiring/messaging.ts';
import { createMetrics } from './wiring/metrics.ts';
import { wireOperations } from './wiring/operations.ts';
import { wirePresence } from './wiring/presence.ts';
import { wirePublicLog } from './wiring/public-log.ts';
import { wireRealtime } from './wiring/realtime.ts';
import { wireSocialProviders } from './wiring/social-providers.ts';
import { wireSupport } from './wiring/support.ts';
import { wireVerification } from './wiring/verification.ts';
import { wireVoting } from './wiring/voting.ts';

/** How long a stop waits for one part of the process, milliseconds: longer than any of them takes while the database answers. */
const STEP_LIMIT_MS = 10_000;

/** The most verifications whose status one query reads. */
const STATUSES_AT_ONCE = 256;

/**
 * Wires every feature once, each from those before it. Features never import each other: functions of one that another needs
 * are passed here.
 */
const wireFeatures = async ({ infrastructure, close }: Awaited<ReturnType<typeof openInfrastructure>>) => {
  const { config, clock, db } = infrastructure;
  const instruments = createMetrics();
  const { outbox, inbox } = wireOutbox(infrastructure);
  const voting = await wireVoting(infrastructure, instruments);
  const { floodControl, floods } = wireFloods(infrastructure, instruments);
  const identity = wireIdentity(infrastructure);
  const accounts = wireAccounts(infrastructure, identity, outbox);
  const links = createTelegramLinks();
  const verification = wireVerification(infrastructure, identity, { outbox, metrics: instruments, links });
  const { phones, social } = verification;
  const providers = await wireSocialProviders(infrastructure, instruments, { social, links });
  const notices = wireNotices(infrastructure, identity.transact, outbox);
  const jobs = wireJobs(infrastructure, instruments, {
    inbox,
    onSmsFailed: phones.refundCharge,
    expireVerifications: social.expirePending,
    notifyExclusion: notices.ofExclusion,
    notifyObjection: notices.ofAnswer,
  });
  const { gateway, startEvents } = wireRealtime(infrastructure, instruments, {
    // Clients may ask for any event id, real or not: all their reads share one connection.
    statusOf: batched((hashes) => statusesOfEvents(db, hashes), STATUSES_AT_ONCE),
    statistics: voting.statistics,
  });
  const operations = wireOperations(infrastructure, instruments, { ballotBox: voting.ballotBox, gateway });
  let events: EventListener | undefined;
  const gate = createGate(
    infrastructure.tokens,
    (sessionId, now) => findSession(db, sessionId, now),
    createMemoryLimit(SIGNED_IN_PER_MINUTE, 60_000),
  );
  const page =
    infrastructure.webDir === undefined
      ? undefined
      : await loadPage(infrastructure.webDir, voting.editionService.at(clock.now()).edition);
  // The page's header, with the time left, is rendered in advance.
  const redraw = (): void => {
    page?.redraw(voting.editionService.at(clock.now()).edition).catch((error: unknown) => {
      infrastructure.logger.warn({ err: error }, 'the page could not be rendered again');
    });
  };
  voting.phases.onMoved(redraw);
  infrastructure.served.onImported(redraw);
  const files = watchFiles(infrastructure, instruments);
  const presence = wirePresence(infrastructure, gateway);
  const finishOnce = async (): Promise<void> => {
    let logEnded: Promise<void> | undefined;
    const steps: readonly Step[] = [
      // First what voters are waiting for, and what is only in memory.
      ['the ballot box', voting.ballotBox.close],
      ['the origins of votes', voting.voteOrigins.close],
      ['the providers', providers.stopProviders],
      ['the events', () => events?.close()],
      ['the presence', presence.close],
      // If there is a listener, its end has closed the sockets already.
      ['the sockets', gateway.close],
      [
        'the public log',
        () => {
          // The log begins no further part from here on. A later step waits for its end.
          logEnded = publicLog.sequencer?.close();
          logEnded?.catch(() => undefined);
        },
      ],
      ['the jobs', jobs.close],
      ['the statistics', voting.statistics.close],
      ['the flood control', floodControl.close],
      ['the public log', () => logEnded],
      ['the phases', voting.phases.close],
      ['the clocks', voting.clockDifference.close],
      ['the edition', infrastructure.served.close],
      ['the files', files.close],
      ['the passwords', accounts.closePasswords],
    ];
    await runSteps(steps, STEP_LIMIT_MS, (step, error) => {
      infrastructure.logger.warn({ err: error, step }, 'a part of this process could not be stopped');
    });
  };
  let finishing: Promise<void> | undefined;
  const finish = (): Promise<void> => {
    finishing ??= finishOnce();
    return finishing;
  };
  const decided = wireDecisions(infrastructure, identity.limits, () => isOver(voting.phases.at(clock.now())));
  const publicLog = wirePublicLog(infrastructure, voting.logIdentity, instruments, {
    phases: voting.phases,
    decisions: decided.decisions,
    busy: voting.newBusyMeter(),
  });

  return {
    ...infrastructure,
    outbox,
    inbox,
    jobs,
    ...voting,
    ...operations,
    ...identity,
    ...accounts,
    ...verification,
    exclusions: wireExclusions(infrastructure, voting.phases),
    ...decided,
    publicLog,
    support: wireSupport({ ...infrastructure, outbox }, db),
    messages: wireMessages(infrastructure, infrastructure.pool),
    registerProviderWebhooks: providers.registerProviderWebhooks,
    floodControl,
    floods,
    gate,
    gateway,
    page,
    share: createShare({
      edition: infrastructure.currentEdition,
      publicUrl: infrastructure.publicUrl,
      phase: () => voting.phases.at(clock.now()),
      settled: () => voting.phases.isSettled(clock.now()),
      statistics: async () => JSON.parse((await voting.statistics.current()).body.toString()),
      logo: (publicName) => voting.editionService.image('logos', publicName),
      openDrawing: async () => (await import('./adapters/link-card/drawing.ts')).openDrawing(),
    }),
    pageData: async (): Promise<PageData> => {
      const [statistics, turnout] = await Promise.all([voting.statistics.current(), voting.turnout.current()]);
      const now = clock.now();
      const { edition, answer } = voting.editionService.at(now);
      return {
        now,
        phase: edition.phase,
        version: answer.etag + statistics.etag + turnout.etag,
        shared: () => ({
          edition,
          statistics: JSON.parse(statistics.body.toString()),
          turnout: JSON.parse(turnout.body.toString()),
          ipLookupUrl: config.IP_LOOKUP_URL,
        }),
      };
    },
    /** Starts the background work: pollers, job workers, the event listener, the bot. */
    start: async () => {
      // A development clock may have been moved on purpose.
      if (config.production) {
        // Before the first vote. Without the database, the poll reports and tries again.
        await voting.clockDifference.measure().catch(() => undefined);
        voting.clockDifference.start();
      }
      voting.phases.start();
      voting.voteOrigins.start();
      publicLog.sequencer?.start();
      infrastructure.served.start();
      files.start();
      presence.start();
      floodControl.start();
      jobs.start();
      events = await startEvents();
      providers.startProviders();
    },
    /** Ends the background work. The connections to the database stay open for what is still running. */
    finish,
    close: async () => {
      await finish();
      await close();
    },
  };
};

export type Deps = Awaited<ReturnType<typeof wireFeatures>>;

/** Wires every feature, and closes the infrastructure if that fails. */
export const createDeps = async (options: ServerOptions): Promise<Deps> => {
  const opened = await openInfrastructure(options);
  try {
    return await wireFeatures(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
};
