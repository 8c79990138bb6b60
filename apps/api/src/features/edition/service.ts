import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Edition } from '@laurel/catalog/edition';
import { type Phase, phaseAt } from '@laurel/catalog/phase';
import { type PublicEdition, publicEdition } from '@laurel/catalog/public-edition';

/** The edition as it goes out: bytes and their validator. */
export type EditionAnswer = { edition: PublicEdition; body: Buffer; etag: string };
export type LogoFile = { body: Buffer; contentType: string };

export type EditionRoom = {
  /** The answer of GET /edition at a moment; it changes only with the phase. */
  at(now: Date): EditionAnswer;
  logo(publicName: string): LogoFile | undefined;
};

/** Keeps the edition's answer for each phase, and its logos, in memory. */
export const createEditionRoom = async (edition: Edition): Promise<EditionRoom> => {
  const answers = new Map<Phase, EditionAnswer>();
  const logos = new Map<string, LogoFile>();
  for (const { path, publicName, contentType } of edition.logos) {
    logos.set(publicName, { body: await readFile(path), contentType });
  }
  return {
    at: (now) => {
      const phase = phaseAt(edition.phases, now);
      const known = answers.get(phase);
      if (known) return known;
      const published = publicEdition(edition, now);
      const body = Buffer.from(JSON.stringify({ success: true, data: published }));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const answer = { edition: published, body, etag };
      answers.set(phase, answer);
      return answer;
    },
    logo: (publicName) => logos.get(publicName),
  };
};
