import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import { CERTAINTIES, type ClusterState, type Explanation } from '@laurel/contracts/console/cluster-records';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { choicesOf, EFFECTS, effectOf, type Rank } from './effect.policy.ts';
import {
  type ClusterVotes,
  countOpenClusters,
  decideStored,
  readCluster,
  readClusters,
  readClusterVotes,
  readCounted,
  readLastSearch,
  readMembers,
  readTimeline,
  recordLook,
  type StoredCluster,
} from './store.ts';

type Deps = {
  db: Queryable;
  now(): Date;
  /** Ranks the nominees of a category as the statistics do. */
  rank(): Promise<Rank>;
  isEmbargoed(): boolean;
  maskEmail(email: string): string;
  maskPhone(phone: string): string;
  userAgentFamily(userAgent: string): string;
};

/** The bars of a timeline, and how much longer it is than the cluster's votes, on each side. */
const [SPANS, AROUND] = [40, 0.5];
const MINUTE_MS = 60_000;
const [SHORTEST_MS, LONGEST_MS] = [10 * MINUTE_MS, 24 * 60 * MINUTE_MS];
/** How many minutes a bar may stand for. */
const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720];

const iso = (time: Date): string => time.toISOString();

/** By effect on the result, then by certainty, then by size; under an embargo by size alone. */
const rankOf = ({ effect, certainty }: ClusterSummary): number =>
  effect ? EFFECTS.indexOf(effect) * CERTAINTIES.length + CERTAINTIES.indexOf(certainty) : 0;

/** Creates the service of the desk for suspicious votes. */
export const createClusters = ({ db, now, rank, isEmbargoed, maskEmail, maskPhone, userAgentFamily }: Deps) => {
  /** Values that are shown otherwise: a row is named by one of its numbers, and a browser by its whole user agent. */
  const shown: Readonly<Record<string, (value: string) => string>> = {
    run: (value) => maskPhone(`+${value}`),
    agent: userAgentFamily,
  };

  const summaries = async (clusters: readonly StoredCluster[]): Promise<ClusterSummary[]> => {
    const votes = await readClusterVotes(
      db,
      clusters.map(({ id }) => id),
    );
    const hidden = isEmbargoed();
    const counted = hidden ? [] : await readCounted(db, [...new Set(clusters.flatMap(({ nominees }) => nominees))]);
    const ranking = hidden ? undefined : await rank();
    const byCluster = Map.groupBy(votes, ({ cluster }) => cluster);
    const summaryOf = (cluster: StoredCluster, cast: readonly ClusterVotes[]): ClusterSummary => {
      const { id, certainty, state, people, against, looksHonest } = cluster;
      const reasons = cluster.reasons.map((each) => ({ ...each, value: shown[each.what]?.(each.value) ?? each.value }));
      const { foundAt, why, reason, decidedAt, decidedBy } = cluster;
      const choices = ranking ? choicesOf(counted, cast, ranking) : null;
      const times = cast.flatMap(({ from, until }) => [from.getTime(), until.getTime()]);
      return {
        ...{ id, certainty, state, people, reasons, against, looksHonest, choices },
        votes: cast.reduce((sum, each) => sum + each.votes, 0),
        from: iso(new Date(Math.min(...times))),
        until: iso(new Date(Math.max(...times))),
        effect: choices ? effectOf(choices) : null,
        foundAt: iso(foundAt),
        decided:
          decidedAt && decidedBy !== null
            ? { at: iso(decidedAt), by: decidedBy, why, reason: reason ?? '', people: cluster.decidedPeople ?? people }
            : null,
      };
    };
    // A cluster whose people were all erased has no votes.
    return clusters.flatMap((cluster) => {
      const cast = byCluster.get(cluster.id);
      return cast ? [summaryOf(cluster, cast)] : [];
    });
  };

  const find = async (id: number): Promise<{ stored: StoredCluster; summary: ClusterSummary }> => {
    const stored = await readCluster(db, id);
    const [summary] = stored ? await summaries([stored]) : [];
    if (!stored || !summary) throw new AppError('console.not_found');
    return { stored, summary };
  };

  const timelineOf = async ({ id, nominees }: StoredCluster, { from, until }: ClusterSummary) => {
    const [nominee] = nominees;
    if (nominee === undefined || isEmbargoed()) return null;
    const [first, last] = [new Date(from).getTime(), new Date(until).getTime()];
    const around = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (last - first) * AROUND));
    const end = Math.ceil(Math.min(last + around, Math.max(last, now().getTime())) / MINUTE_MS) * MINUTE_MS;
    const wanted = (end - first + around) / SPANS / MINUTE_MS;
    const minutes = MINUTES.find((each) => each >= wanted) ?? Math.ceil(wanted);
    const window = { from: new Date(end - SPANS * minutes * MINUTE_MS), until: new Date(end) };
    const rows = await readTimeline(db, { id, nominee, ...window, spans: SPANS });
    const bars = (take: (row: (typeof rows)[number]) => number): number[] =>
      Array.from({ length: SPANS }, (_, span) =>
        rows.filter((row) => row.span === span).reduce((sum, row) => sum + take(row), 0),
      );
    return {
      from: iso(window.from),
      minutes,
      these: bars(({ these }) => these),
      others: bars(({ others }) => others),
    };
  };

  return {
    /** The open clusters that look like no honest crowd. */
    waiting: () => countOpenClusters(db),
    list: async () => {
      const searched = await readLastSearch(db);
      const clusters = await summaries(await readClusters(db));
      return {
        searched: searched ? { at: iso(searched.at), compared: searched.compared } : null,
        clusters: clusters.toSorted((a, b) => rankOf(a) - rankOf(b) || b.people - a.people),
      };
    },
    /** Records the look. @param knowsPeople whether the person may see who it is */
    read: async (id: number, organiser: Organiser, knowsPeople: boolean) => {
      const { stored, summary } = await find(id);
      await recordLook(db, { id, reveal: false, organiser, now: now() });
      const members = knowsPeople ? await readMembers(db, id) : [];
      return {
        ...summary,
        timeline: await timelineOf(stored, summary),
        members: members.map(({ name: _name, email, number, votedAt, ...rest }) => ({
          ...rest,
          email: maskEmail(email),
          number: number && maskPhone(number),
          votedAt: iso(votedAt),
        })),
      };
    },
    decide: async (id: number, decision: { state: ClusterState; why: Explanation | null }, organiser: Organiser) => {
      if (!(await decideStored(db, { id, ...decision, organiser, now: now() })))
        throw new AppError('console.not_found');
      return (await find(id)).summary;
    },
    reveal: async (id: number, organiser: Organiser) => {
      if (!(await recordLook(db, { id, reveal: true, organiser, now: now() }))) throw new AppError('console.not_found');
      return (await readMembers(db, id)).map(({ accountId, name, email, number }) => ({
        accountId,
        name,
        email,
        number,
      }));
    },
  };
};
export type Clusters = ReturnType<typeof createClusters>;
