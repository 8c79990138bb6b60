import { readFile } from 'node:fs/promises';
import type { Edition } from '@laurel/catalog/edition';
import { type Phase, type PhaseTimes, phaseAt } from '@laurel/catalog/phase';
import { type PublicEdition, publicEdition } from '@laurel/catalog/public-edition';
import { type Finished, finish } from '../../lib/common-answer.ts';

/** The edition, and its answer as it goes out. */
export type EditionAnswer = { edition: PublicEdition; answer: Finished };
export type LogoFile = { body: Buffer; contentType: string };

export type EditionRoom = {
  /** The answer of GET /edition at a moment; it changes only with the phase, and where a moment was moved. */
  at(now: Date): EditionAnswer;
  logo(publicName: string): LogoFile | undefined;
};

/**
 * Keeps the edition's answer for each phase, and its logos, in memory.
 * @param times the moments that hold: the same object until one is moved
 */
export const createEditionRoom = async (edition: Edition, times: () => PhaseTimes): Promise<EditionRoom> => {
  let known = { phases: times(), answers: new Map<Phase, EditionAnswer>() };
  const logos = new Map<string, LogoFile>();
  for (const { path, publicName, contentType } of edition.logos) {
    logos.set(publicName, { body: await readFile(path), contentType });
  }
  return {
    at: (now) => {
      const phases = times();
      if (known.phases !== phases) known = { phases, answers: new Map() };
      const phase = phaseAt(phases, now);
      const made = known.answers.get(phase);
      if (made) return made;
      const published = publicEdition({ ...edition, phases }, now);
      const fresh = { edition: published, answer: finish(JSON.stringify({ success: true, data: published })) };
      known.answers.set(phase, fresh);
      return fresh;
    },
    logo: (publicName) => logos.get(publicName),
  };
};
