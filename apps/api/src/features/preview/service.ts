import type { Edition } from '@laurel/catalog/edition';
import type { ImageFile, ImageFolder } from '@laurel/catalog/images';
import { type Deployment, publicEdition } from '@laurel/catalog/public-edition';
import type { Phase, PhaseTimes } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import type { EditionReader } from '../../adapters/edition-reader/port.ts';
import { createPool } from '../../concurrency/pool.ts';
import { hashHandle } from '../../crypto/random.ts';
import { inventedShares, inventedTurnout, momentIn, pathOf } from './policy.ts';
import { findPreviewed, type PreviewedDraft, readDraftFiles } from './store.ts';

type Deps = {
  db: Queryable;
  /** Loads the reader of uploads. Called for the first preview, because most processes never show one. */
  openReader(): Promise<EditionReader>;
  /** The times that apply with an edition's files, including those that organisers moved. */
  timesOf(edition: Edition): Promise<PhaseTimes>;
  deployment(): Deployment;
  now(): Date;
};

/** How long an address counts as valid without another look, and a read draft is kept after its last use, milliseconds. */
const KNOWN_MS = 5_000;
const KEPT_MS = 600_000;
/** Each has up to 20 MB of images. */
const KEPT_EDITIONS = 2;

export type Previews = {
  /**
   * The draft at an address; undefined if there is none, or it has ended.
   * @param look called before the database is asked
   */
  find(secret: string, look?: () => void): Promise<PreviewedDraft | undefined>;
  /** Its edition; undefined if it has problems. It is read in a process of its own, one draft at a time. */
  edition(draft: PreviewedDraft): Promise<Edition | undefined>;
  image(draft: PreviewedDraft, folder: ImageFolder, file: string): Promise<ImageFile | undefined>;
  /** What the server puts into the page in a phase, with invented numbers, and the moment that it shows. */
  data(edition: Edition, phase: Phase, secret: string): Promise<{ data: object; now: Date }>;
};

/** Creates the service that shows drafts at their addresses. It changes nothing. */
export const createPreviews = ({ db, openReader, timesOf, deployment, now }: Deps): Previews => {
  const inTurn = createPool({ atOnce: 1, maxWaiting: 20 });
  const known = new Map<string, { found: Promise<PreviewedDraft | undefined>; until: number }>();
  const kept = new Map<string, Promise<Edition | undefined>>();
  let forget: NodeJS.Timeout | undefined;

  const find: Previews['find'] = async (secret, look = () => undefined) => {
    const hash = hashHandle(secret);
    const key = hash.toString('hex');
    const recent = known.get(key);
    if (recent && performance.now() < recent.until) return recent.found;
    look();
    const found = findPreviewed(db, hash);
    known.set(key, { found, until: performance.now() + KNOWN_MS });
    // Only addresses that exist are kept, so there are as few as drafts.
    const isKnown = await found.then(Boolean, () => false);
    if (!isKnown) known.delete(key);
    return found;
  };

  const read = async ({ id }: PreviewedDraft): Promise<Edition | undefined> => {
    const files = await readDraftFiles(db, id);
    if (!files) return undefined;
    const outcome = await (await openReader()).read({ kind: 'files', files });
    return 'read' in outcome ? outcome.read.edition : undefined;
  };
  const edition: Previews['edition'] = (draft) => {
    clearTimeout(forget);
    forget = setTimeout(() => kept.clear(), KEPT_MS).unref();
    if (draft.hasProblems) return Promise.resolve(undefined);
    const stored = kept.get(draft.content);
    if (stored) return stored;
    const reading = inTurn(() => read(draft));
    kept.set(draft.content, reading);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_EDITIONS)) kept.delete(oldest);
    reading.catch(() => kept.delete(draft.content));
    return reading;
  };

  return {
    find,
    edition,
    image: async (draft, folder, file) =>
      (await edition(draft))?.[folder].find(({ publicName }) => publicName === file),
    data: async (of, phase, secret) => {
      const shown = momentIn(await timesOf(of), phase, now());
      const shownEdition = publicEdition({ ...of, phases: shown.times }, shown.now, deployment(), pathOf(secret));
      const isCounted = shownEdition.results.visible && phase !== 'scheduled';
      const data = {
        edition: shownEdition,
        statistics: isCounted ? inventedShares(shownEdition) : [],
        turnout: isCounted ? inventedTurnout(shownEdition) : null,
        ipLookupUrl: '',
      };
      return { data, now: shown.now };
    },
  };
};
