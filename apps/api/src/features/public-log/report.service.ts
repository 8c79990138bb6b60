import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type { Season } from '@laurel/contracts/console/calls/season';
import type { PhaseTimes } from '@laurel/contracts/phase';
import { NOT_COUNTED, type Report } from '@laurel/contracts/public-log/report';
import type { Queryable } from '@laurel/database/queryable';
import { countLoggedVoters } from './bundle.store.ts';
import { type Effect, reportedExclusion, reportedGroups, reportedVotes } from './report.policy.ts';
import { readConfirmations, readCriteria, readGroups, readGuarded } from './report.store.ts';
import { createSmallestGroup } from './status.service.ts';
import { readCounts } from './store.ts';

/** What other features know. */
export type ReportSources = {
  season(): Promise<Pick<Season, 'funnel' | 'messages' | 'exclusions'>>;
  /** What counting the votes of an exclusion again would change. */
  effects(exclusion: number): Promise<readonly Effect[]>;
};

type Deps = ReportSources & {
  /** Connections for long statements. */
  db: Queryable;
  origin: string;
  now(): Date;
  times(): PhaseTimes;
  decisions(): Promise<readonly DecisionGroup[]>;
  /** The verifier keys of the edition's witnesses. */
  witnesses(): readonly string[];
};

/** A version of the report about a log of a size, and the place of the result that it is about. */
export type AskedReport = { version: number; size: number; result: number };

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Makes the report about the vote: text, of which the public log gets the digest. Nobody may read it before the announcement. */
export const createReport =
  ({ db, origin, now, times, season, effects, decisions, witnesses }: Deps) =>
  async ({ version, size, result }: AskedReport): Promise<string> => {
    const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = times();
    const voters = await countLoggedVoters(db, size);
    const { funnel, messages, exclusions } = await season();
    const [guarded, criteria, groups] = [await readGuarded(db), await readCriteria(db), await readGroups(db)];
    const about = new Map(exclusions.map((each) => [each.number, each]));
    const published = (await decisions())
      .flatMap((group) => group.decisions.map((decision) => ({ decision, categories: group.categories })))
      .toSorted((one, other) => one.decision.number - other.decision.number);
    const reported: Report['exclusions'] = [];
    for (const each of published) {
      const { number, state } = each.decision;
      const { people = 0, objections = 0, answered = 0 } = about.get(number) ?? {};
      const changes = state === 'applied' ? await effects(number) : [];
      const known = { people, objections, answered, criteria: criteria.get(number) ?? [], effects: changes, groups };
      reported.push(reportedExclusion(each, known));
    }
    const texts = messages.filter(({ kind }) => kind === 'sms');
    const confirmations = await readConfirmations(db, witnesses(), now());
    const report: Report = {
      ...{ format: 'laurel/report/v1', origin, version, madeAt: now().toISOString(), result: { leaf: result } },
      phases: {
        votingOpensAt: iso(votingOpensAt),
        votingClosesAt: iso(votingClosesAt),
        winnersAnnouncedAt: iso(winnersAnnouncedAt),
      },
      voters,
      ...reportedVotes((await readCounts(db)).counts),
      // The last minute before the end is counted later; the log has every voter.
      funnel: funnel.map((each) => (each.step === 'first_votes' ? { ...each, people: voters } : each)),
      refused: [
        { guard: 'social_refused', count: guarded.socialRefused },
        { guard: 'social_left', count: guarded.socialLeft },
        { guard: 'suspended', count: guarded.suspended },
        { guard: 'message_failed', count: texts.reduce((sum, { failed }) => sum + failed, 0) },
      ],
      notCounted: [...NOT_COUNTED],
      messages: { sent: texts.reduce((sum, { sent }) => sum + sent, 0), phones: guarded.phones },
      exclusions: reported,
      clusters: reportedGroups(groups),
      checkpoints: { signed: guarded.signed, smallestGroup: await createSmallestGroup(db)(size) },
      witnesses: confirmations.map(({ witness, confirmed, first, last, silence }) => ({
        name: witness.split('+')[0] ?? witness,
        verifierKey: witness,
        confirmed,
        first: iso(first),
        last: iso(last),
        silenceSeconds: silence,
      })),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  };
