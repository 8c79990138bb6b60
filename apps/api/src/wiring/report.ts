import { effectsOf } from '../features/exclusions/policy.ts';
import { changesOf } from '../features/exclusions/store.ts';
import type { ReportSources } from '../features/public-log/report.service.ts';
import { createSeason } from '../features/results/season.service.ts';
import { rulesOfDesks, type Voting } from './exclusions.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires what the public log's report takes from other features. */
export const wireReport = (
  { longPool, clock, currentEdition }: Infrastructure,
  voting: Voting & { phases: Pick<Parameters<typeof createSeason>[0], 'times'> },
): ReportSources => {
  const { rank } = rulesOfDesks({ clock, currentEdition }, voting);
  const season = createSeason({
    db: longPool,
    times: voting.phases.times,
    findings: async () => [],
    now: () => clock.now(),
  });
  return {
    season: () => season({ votes: { cast: 0, excluded: 0, counted: 0 }, categories: [] }),
    effects: async (exclusion) => effectsOf(await changesOf(longPool, exclusion, true), await rank()),
  };
};
