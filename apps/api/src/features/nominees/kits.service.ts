import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE, type Language } from '@laurel/contracts/languages';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { hashHandle, newHandle } from '../../crypto/random.ts';
import type { Fields } from './correction.policy.ts';
import { deleteKitLink, type KitLink, nameOf, type Organiser, readKitLinks, storeKitLink } from './kits.store.ts';
import type { NomineeKey } from './policy.ts';

type Deps = {
  /** The connections of the console's role. */
  db: Queryable;
  publicUrl: string;
  /** The names of the nominees and the titles of categories of the served edition, by nomination/niche/nominee and nomination/niche. */
  titles(): Readonly<Record<'nominees' | 'categories', ReadonlyMap<string, Record<Language, string>>>>;
  /** The provider of mails, for the history. */
  provider: string;
  /** Seals a mail for the queue. */
  seal(mail: { id: string; to: string; language: Language; name: string; link: string }): unknown;
  /** Makes a draft of the newest version with other texts below a field, and names it. @returns its id */
  draftWith(place: string, texts: Fields, name: string, actor: string): Promise<number>;
  dropSuggestion(link: KitLink): Promise<void>;
  now(): Date;
};

/** Creates the desk that makes and revokes the secret links to kits. */
export const createKits = ({ db, publicUrl, titles, provider, seal, now, ...deps }: Deps) => ({
  /** All nominees, with their links. */
  list: async () => {
    const { nominees, categories } = titles();
    const links = new Map((await readKitLinks(db)).map((link) => [link.nominee, link]));
    return [...nominees].map(([nominee, name]) => {
      const [nomination = '', niche = '', company = ''] = nominee.split('/');
      const award = categories.get(`${nomination}/${niche}`) ?? name;
      const { madeAt = null, openedAt = null, suggestion = null } = links.get(nominee) ?? {};
      const times = { madeAt: madeAt?.toISOString() ?? null, openedAt: openedAt?.toISOString() ?? null };
      return { nomination, niche, company, name, award, ...times, suggestion };
    });
  },
  /** Makes a link, which only here is known. @throws AppError console.not_found */
  link: async (key: NomineeKey, { email: to, language }: { email: string; language: Language }, actor: string) => {
    const secret = newHandle();
    const link = `${publicUrl}/kit/${secret}`;
    const name = titles().nominees.get(nameOf(key))?.[language] ?? key.company;
    const id = randomUUID();
    const mail = to === '' ? undefined : { id, provider, payload: seal({ id, to, language, name, link }) };
    const made = await storeKitLink(db, { key, hash: hashHandle(secret), mail, actor, now: now() });
    if (!made) throw new AppError('console.not_found');
    return { link };
  },
  /** Makes a draft with the correction that a nominee suggests. @throws AppError console.not_found */
  draft: async (key: NomineeKey, actor: string) => {
    const link = (await readKitLinks(db)).find(({ nominee }) => nominee === nameOf(key));
    if (!link?.suggestion) throw new AppError('console.not_found');
    const name = titles().nominees.get(link.nominee)?.[DEFAULT_LANGUAGE] ?? key.company;
    const place = `nominations.${key.nomination}.categories.${key.niche}.companies.${key.company}`;
    const id = await deps.draftWith(place, link.suggestion, `Correction: ${name}`, actor);
    await deps.dropSuggestion(link);
    return { id };
  },
  /** @throws AppError console.not_found */
  revoke: async (key: NomineeKey, by: Organiser): Promise<void> => {
    if (!(await deleteKitLink(db, key, by, now()))) throw new AppError('console.not_found');
  },
});
export type Kits = ReturnType<typeof createKits>;
