import { isOver } from '@laurel/contracts/phase';
import type { FastifyInstance } from 'fastify';
import { createTelegramLinks } from './adapters/telegram/links.ts';
import { type Part, runSteps, type Step } from './concurrency/steps.ts';
import { findSession } from './features/account/login.store.ts';
import { createGate } from './http/gate.ts';
import { createMemoryLimit } from './http/memory-limit.ts';
import { SIGNED_IN_PER_MINUTE } from './limits.ts';
import { wireAccounts } from './wiring/accounts.ts';
import { wireArchive } from './wiring/archive.ts';
import { watchFiles } from './wiring/edition.ts';
import { wireEntries } from './wiring/entries.ts';
import { wireDecisions, wireExclusions, wireNotices } from './wiring/exclusions.ts';
import { wireFloods } from './wiring/floods.ts';
import { wireIdentity } from './wiring/identity.ts';
import { openInfrastructure, type ServerOptions } from './wiring/infrastructure.ts';
import { wireHooks } from './wiring/integrations.ts';
import { wireMailLists } from './wiring/mail-lists.ts';
import { wireJobs, wireOutbox, wireReports } from './wiring/messaging.ts';
import { createMetrics } from './wiring/metrics.ts';
import { wireOperations } from './wiring/operations.ts';
import { wirePage } from './wiring/page.ts';
import { wirePresence } from './wiring/presence.ts';
import { wirePreview } from './wiring/preview.ts';
import { wirePublicLog } from './wiring/public-log.ts';
import { wireRealtime } from './wiring/realtime.ts';
import { wireReport } from './wiring/report.ts';
import { wireRetention } from './wiring/retention.ts';
import { wireSocialProviders } from './wiring/social-providers.ts';
import { wireSupport } from './wiring/support.ts';
import { wireVerification } from './wiring/verification.ts';
import { wireVisits } from './wiring/visits.ts';
import { wireVoting } from './wiring/voting.ts';

/** How long a stop waits for one part of the process, milliseconds: longer than any of them takes while the database answers. */
const STEP_LIMIT_MS = 10_000;

/**
 * Wires every feature once, each from those before it. Features never import each other: functions of one that another needs
 * are passed here.
 */
const wireFeatures = async ({ infrastructure, close }: Awaited<ReturnType<typeof openInfrastructure>>) => {
  const { config, clock, db, served, logger, tokens } = infrastructure;
  const instruments = createMetrics();
  const { outbox, inbox } = wireOutbox(infrastructure);
  const voting = await wireVoting(infrastructure, instruments);
  const { phases, voteOrigins, ballotBox, statistics, clockDifference } = voting;
  const { floodControl, floods } = wireFloods(infrastructure, instruments);
  const identity = wireIdentity(infrastructure, outbox);
  const { closePasswords, ...accounts } = wireAccounts(infrastructure, identity, outbox);
  const links = createTelegramLinks();
  const verification = wireVerification(infrastructure, identity, { outbox, metrics: instruments, links });
  const { phones, social } = verification;
  const { registerProviderWebhooks: registerSocial, ...providers } = await wireSocialProviders(
    infrastructure,
    instruments,
    {
      social,
      links,
    },
  );
  const hooks = wireHooks(infrastructure, { ...identity, outbox, phases });
  const notices = wireNotices(infrastructure, identity.transact, outbox);
  const mailLists = wireMailLists(infrastructure, identity.transact, outbox, voting);
  const jobs = wireJobs(infrastructure, instruments, {
    inbox,
    onSmsFailed: phones.refundCharge,
    expireVerifications: social.expirePending,
    retain: wireRetention(infrastructure, identity.transact, outbox).run,
    callHooks: hooks.run,
    tellWinners: mailLists.announcement.tell,
    remind: mailLists.reminders.remind,
    notifyExclusion: notices.ofExclusion,
    notifyObjection: notices.ofAnswer,
  });
  const { gateway, events } = wireRealtime(infrastructure, instruments, statistics);
  const operations = wireOperations(infrastructure, instruments, { ballotBox, gateway });
  const gate = createGate(
    tokens,
    (sessionId, now) => findSession(db, sessionId, now),
    createMemoryLimit(SIGNED_IN_PER_MINUTE, 60_000),
  );
  const { page, share, pageData, openKit, suggest } = await wirePage(infrastructure, voting);
  const decided = wireDecisions(infrastructure, identity.limits, () => isOver(phases.at(clock.now())));
  const publicLog = wirePublicLog(infrastructure, voting.logIdentity, instruments, {
    phases,
    isAnnounced: voting.isAnnounced,
    decisions: decided.decisions,
    report: wireReport(infrastructure, voting),
    busy: voting.newBusyMeter(),
  });

  const visits = wireVisits(infrastructure);
  /** Background work, in the order of the start. A stop goes the other way: first what voters are waiting for. */
  const parts: readonly Part[] = [
    ['the passwords', { close: closePasswords }],
    ['the files', watchFiles(infrastructure, instruments)],
    ['the edition', served],
    // A development clock may have been moved on purpose.
    ['the clocks', config.production ? clockDifference : {}],
    ['the phases', phases],
    ['the flood control', floodControl],
    ['the statistics', statistics],
    ['the jobs', jobs],
    ['the public log', publicLog.sequencer ?? {}],
    ['the sockets', gateway],
    ['the presence', wirePresence(infrastructure, gateway)],
    ['the visits', visits],
    // The end of the listener closes the sockets.
    ['the events', events],
    ['the providers', providers],
    ['the origins of votes', voteOrigins],
    ['the ballot box', ballotBox],
  ];
  let finishing: Promise<void> | undefined;
  const finish = (): Promise<void> => {
    const steps = parts.toReversed().map(([name, part]): Step => [name, () => part.close?.()]);
    finishing ??= runSteps(steps, STEP_LIMIT_MS, (step, error) => {
      logger.warn({ err: error, step }, 'a part of this process could not be stopped');
    });
    return finishing;
  };

  return {
    ...infrastructure,
    outbox,
    inbox,
    jobs,
    hooks,
    ...voting,
    ...operations,
    ...identity,
    ...accounts,
    ...verification,
    ...mailLists,
    ...wireEntries(infrastructure, voting),
    exclusions: wireExclusions(infrastructure, voting),
    ...decided,
    ...wirePreview(infrastructure, voting),
    publicLog,
    ...(await wireArchive(infrastructure, voting, publicLog, decided.decisions)),
    support: wireSupport({ ...infrastructure, outbox }, db),
    registerProviderWebhooks: async (app: FastifyInstance): Promise<void> => {
      await registerSocial(app);
      await wireReports(app, infrastructure, phones.recordLost);
    },
    floodControl,
    floods,
    gate,
    gateway,
    visits,
    page,
    share,
    pageData,
    openKit,
    suggest,
    /** Starts the background work: pollers, job workers, the event listener, the bot. */
    start: async () => {
      for (const [, part] of parts) await part.start?.();
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
