import { loadPublishedEdition } from '@laurel/catalog/load-edition';
import type { StoredEdition } from '@laurel/database/editions';
import type { DraftReader } from '../../adapters/edition-reader/port.ts';
import type { WantedEdition } from './publishing.policy.ts';
import { refusalOf } from './refusals.policy.ts';

type Deps = { reader: DraftReader; readVersion(id: number): Promise<StoredEdition | undefined> };

/** Creates what brings an edition that was made from an older version up to date: publishing it would take back what came since. */
export const createMerging = ({ reader, readVersion }: Deps) => {
  const versionOf = async ({ year }: WantedEdition, id: number): Promise<StoredEdition | undefined> => {
    const version = await readVersion(id);
    return version && (await loadPublishedEdition(version.files)).year === year ? version : undefined;
  };
  /** The older version than the newest one of its year that an edition was made from, if it was. */
  const baseOf = async (wanted: WantedEdition, basedOn: number | null, newest: number) =>
    basedOn !== null && basedOn < newest ? versionOf(wanted, basedOn) : undefined;
  return {
    baseOf,
    /**
     * The newest version with what the edition changed in the older one, and the conflicts; undefined if it is made from no older one.
     * @param taken the conflicts in which the value of the edition is taken
     */
    merge: async (wanted: WantedEdition, basedOn: number | null, newest: number, taken: readonly string[] = []) => {
      const base = await baseOf(wanted, basedOn, newest);
      const now = base && (await versionOf(wanted, newest));
      if (!base || !now) return undefined;
      const change = { kind: 'merge', base: base.files, mine: wanted.files, taken } as const;
      const answer = await reader.changeDraft(now.files, change);
      if ('refused' in answer) throw refusalOf(answer.refused);
      const { files, problems, differing: conflicts = [] } = answer.draft;
      return { version: base.id, files, problems, conflicts };
    },
  };
};
