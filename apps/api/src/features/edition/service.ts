import type { Edition } from '@laurel/catalog/edition';
import type { ImageFolder } from '@laurel/catalog/images';
import { type Deployment, publicEdition } from '@laurel/catalog/public-edition';
import { type PhaseTimes, type ShownPhase, shownPhaseAt } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { createPoll } from '../../concurrency/poll.ts';
import { shared } from '../../concurrency/shared.ts';
import { createTurns } from '../../concurrency/turns.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import type { Imported } from './store.ts';

/** Each process checks for a new edition in this interval, milliseconds. */
const READ_EVERY_MS = 1_000;

type ServedDeps = {
  /** The edition that is served first. */
  first: Imported;
  newestId(): Promise<number | undefined>;
  read(): Promise<Imported>;
  /** Called once per outage or unreadable edition. The last readable edition is served meanwhile. */
  onError(error: unknown): void;
};

export type ServedEdition = {
  /** The newest readable edition: the same object until another is imported. */
  current(): Imported;
  /** Reads the newest edition; runs every second after `start`. */
  refresh(): Promise<void>;
  /** Calls `imported` after the edition was replaced. */
  onImported(imported: () => void): void;
  start(): void;
  close(): Promise<void>;
};

/** Serves the newest imported edition. While it can't be read, the previous one is served. */
export const createServedEdition = ({ first, newestId, read, onError }: ServedDeps): ServedEdition => {
  const listeners: (() => void)[] = [];
  let current = first;

  const readNewest = async (): Promise<void> => {
    if ((await newestId()) === current.id) return;
    const imported = await read();
    if (imported.id === current.id) return;
    current = imported;
    for (const listener of listeners) listener();
  };
  // A running read may have begun before an edition was published, so each refresh reads again.
  const inTurn = createTurns();
  const refresh = (): Promise<void> => inTurn('edition', readNewest);

  return {
    current: () => current,
    refresh,
    onImported: (listener) => {
      listeners.push(listener);
    },
    ...createPoll(READ_EVERY_MS, refresh, onError),
  };
};

/** The edition and its serialised response. */
export type EditionAnswer = { edition: PublicEdition; answer: Finished };
export type ServedImage = { body: Buffer; contentType: string };

export type EditionService = {
  /**
   * The edition at a time and the response of GET /edition. They change with the edition, the phase and the times of
   * the phases.
   */
  at(now: Date): EditionAnswer;
  /** An image of this edition, or of the one before that this process served: an open page may still show it. */
  image(folder: ImageFolder, publicName: string): ServedImage | undefined;
  /**
   * Like `image`. If the image is unknown, it first checks for a newer edition, which another process may already
   * serve.
   */
  findImage(folder: ImageFolder, publicName: string): Promise<ServedImage | undefined>;
};

type EditionDeps = {
  /** The edition to serve: the same object until another is imported. */
  edition(): Edition;
  /** The times of the phases: the same object until one is moved. */
  times(): PhaseTimes;
  /** The earlier of this process's time and the database's. */
  earlier(now: Date): Date;
  /** The data that the deployment adds to an edition. */
  deploymentOf(edition: Edition): Deployment;
  refresh(): Promise<void>;
};

const imagesOf = (editions: readonly Edition[]): Readonly<Record<ImageFolder, ReadonlyMap<string, ServedImage>>> => {
  const inFolder = (folder: ImageFolder) =>
    new Map(editions.flatMap((edition) => edition[folder].map((image) => [image.publicName, image] as const)));
  return { logos: inFolder('logos'), pictures: inFolder('pictures') };
};

/** Caches the edition's response for each phase, and the images. */
export const createEditionService = ({
  edition,
  times,
  earlier,
  deploymentOf,
  refresh,
}: EditionDeps): EditionService => {
  /** The newest edition and the one before. Earlier ones are forgotten: each has up to 20 MB of images. */
  let served: readonly Edition[] = [];
  let images = imagesOf(served);
  // Requests for unknown images share one query.
  const refreshShared = shared(refresh, READ_EVERY_MS);
  let cached: { edition: Edition; phases: PhaseTimes; answers: Map<ShownPhase, EditionAnswer> } | undefined;

  const present = () => {
    const [newest, phases] = [edition(), times()];
    if (cached?.edition === newest && cached.phases === phases) return cached;
    if (served[0] !== newest) {
      served = [newest, ...served].slice(0, 2);
      images = imagesOf(served);
    }
    cached = { edition: newest, phases, answers: new Map() };
    return cached;
  };
  const image = (folder: ImageFolder, publicName: string): ServedImage | undefined => {
    present();
    return images[folder].get(publicName);
  };

  return {
    at: (processTime) => {
      const now = earlier(processTime);
      const { edition: newest, phases, answers } = present();
      const phase = shownPhaseAt(phases, now);
      const existing = answers.get(phase);
      if (existing) return existing;
      const published = publicEdition({ ...newest, phases }, now, deploymentOf(newest));
      const fresh = { edition: published, answer: finish(JSON.stringify({ success: true, data: published })) };
      answers.set(phase, fresh);
      return fresh;
    },
    image,
    findImage: async (folder, publicName) => {
      const found = image(folder, publicName);
      if (found) return found;
      // If the database is unreachable, the image counts as unknown.
      await refreshShared().catch(() => undefined);
      return image(folder, publicName);
    },
  };
};
