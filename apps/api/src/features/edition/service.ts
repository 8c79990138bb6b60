import type { Edition } from '@laurel/catalog/edition';
import { publicEdition } from '@laurel/catalog/public-edition';
import { type Phase, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { createPoll } from '../../concurrency/poll.ts';
import { shared } from '../../concurrency/shared.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import type { Imported } from './store.ts';

/** A process asks this often whether another edition was imported, milliseconds. */
const READ_EVERY_MS = 1_000;

type ServedDeps = {
  /** The edition that is served first. */
  first: Imported;
  newestId(): Promise<number | undefined>;
  read(): Promise<Imported>;
  /** Hears once of an outage, or of an edition that can't be read; the one that was read last is served meanwhile. */
  trouble(error: unknown): void;
};

export type ServedEdition = {
  /** The newest edition that could be read: the same object until another is imported. */
  current(): Imported;
  /** Looks whether another edition was imported; every process does so each second once it was started. */
  refresh(): Promise<void>;
  /** Calls back after another edition took its place. */
  onImported(imported: () => void): void;
  start(): void;
  close(): Promise<void>;
};

/** The edition as it was imported last. Where a newer one can't be read, the one before it is served on. */
export const createServedEdition = ({ first, newestId, read, trouble }: ServedDeps): ServedEdition => {
  const listeners: (() => void)[] = [];
  let current = first;
  let reading: Promise<void> | undefined;

  const readNewest = async (): Promise<void> => {
    if ((await newestId()) === current.id) return;
    const imported = await read();
    if (imported.id === current.id) return;
    current = imported;
    for (const listener of listeners) listener();
  };
  const refresh = (): Promise<void> => {
    reading ??= readNewest().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    current: () => current,
    refresh,
    onImported: (listener) => {
      listeners.push(listener);
    },
    ...createPoll(READ_EVERY_MS, refresh, trouble),
  };
};

/** The edition, and its answer as it goes out. */
export type EditionAnswer = { edition: PublicEdition; answer: Finished };
export type LogoFile = { body: Buffer; contentType: string };

export type EditionService = {
  /** The answer of GET /edition at a moment; it changes with the edition, its phase, and where a moment was moved. */
  at(now: Date): EditionAnswer;
  /** A logo of this edition, or of one that this process served before: a page that is open may still show it. */
  logo(publicName: string): LogoFile | undefined;
  /** The same, also where another process learned of a new edition first. */
  findLogo(publicName: string): Promise<LogoFile | undefined>;
};

type RoomDeps = {
  /** The edition that is served: the same object until another is imported. */
  edition(): Edition;
  /** The moments that hold: the same object until one is moved. */
  times(): PhaseTimes;
  refresh(): Promise<void>;
};

/** Keeps the edition's answer for each phase, and its logos, in memory. */
export const createEditionService = ({ edition, times, refresh }: RoomDeps): EditionService => {
  const logos = new Map<string, LogoFile>();
  // Made-up names of logos must not cost a query each.
  const lookAgain = shared(refresh, READ_EVERY_MS);
  let known: { edition: Edition; phases: PhaseTimes; answers: Map<Phase, EditionAnswer> } | undefined;

  const present = () => {
    const [newest, phases] = [edition(), times()];
    if (known?.edition === newest && known.phases === phases) return known;
    for (const { publicName, body, contentType } of newest.logos) logos.set(publicName, { body, contentType });
    known = { edition: newest, phases, answers: new Map() };
    return known;
  };
  const logo = (publicName: string): LogoFile | undefined => {
    present();
    return logos.get(publicName);
  };

  return {
    at: (now) => {
      const { edition: newest, phases, answers } = present();
      const phase = phaseAt(phases, now);
      const made = answers.get(phase);
      if (made) return made;
      const published = publicEdition({ ...newest, phases }, now);
      const fresh = { edition: published, answer: finish(JSON.stringify({ success: true, data: published })) };
      answers.set(phase, fresh);
      return fresh;
    },
    logo,
    findLogo: async (publicName) => {
      const found = logo(publicName);
      if (found) return found;
      // An outage: then it is not known here.
      await lookAgain().catch(() => undefined);
      return logo(publicName);
    },
  };
};
