import type { Edition } from '@laurel/catalog/edition';
import type { ImageFile, ImageFolder } from '@laurel/catalog/images';
import { type Deployment, publicEdition } from '@laurel/catalog/public-edition';
import type { Phase, PhaseTimes } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import type { EditionReader } from '../../adapters/edition-reader/port.ts';
import { AppError } from '../../app-error.ts';
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

/** How long a read draft is kept after its last use, milliseconds. */
const KEPT_MS = 600_000;
/** Each has up to 20 MB of images. */
const KEPT_EDITIONS = 2;

/** Creates the service that shows drafts at their addresses. It changes nothing. */
export const createPreviews = ({ db, openReader, timesOf, deployment, now }: Deps) => {
  const inTurn = createPool({ atOnce: 1, maxWaiting: 20 });
  const kept = new Map<string, Promise<Edition | undefined>>();
  let forget: NodeJS.Timeout | undefined;

  const read = async ({ id }: PreviewedDraft): Promise<Edition | undefined> => {
    const files = await readDraftFiles(db, id);
    // It was deleted meanwhile.
    if (!files) throw new AppError('request.not_found');
    const outcome = await (await openReader()).read({ kind: 'files', files });
    return 'read' in outcome ? outcome.read.edition : undefined;
  };
  /** The edition of a draft; undefined if it has problems. It is read in a process of its own, one draft at a time. */
  const edition = (draft: PreviewedDraft): Promise<Edition | undefined> => {
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
    /** The draft at an address; undefined if there is none, or it has ended. */
    find: (secret: string) => findPreviewed(db, hashHandle(secret)),
    edition,
    image: async (draft: PreviewedDraft, folder: ImageFolder, file: string): Promise<ImageFile | undefined> =>
      (await edition(draft))?.[folder].find(({ publicName }) => publicName === file),
    /** What the server puts into the page in a phase, with invented numbers, and the moment that it shows. */
    data: async (of: Edition, phase: Phase, secret: string) => {
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

export type Previews = ReturnType<typeof createPreviews>;
