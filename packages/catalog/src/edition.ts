import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { EditionFile } from './edition-schema.ts';
import type { ImageFile } from './images.ts';
import type { nominationFileSchema } from './nomination-schema.ts';

type Frozen<T> = T extends Date ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** An award. `logo` and `picture.file` of its nominees are public, content-addressed names of files. */
export type Nomination = Frozen<Omit<z.output<typeof nominationFileSchema>, 'order'>>;
/** A category of a nomination; the wire calls it a niche. */
export type Category = Nomination['categories'][number];
/** A nominee: a company, a person or a collaboration. */
export type Company = Category['companies'][number];

/** One year's event: validated, sanitised and frozen. The README explains its fields. */
export type Edition = Frozen<EditionFile> & {
  /** In the edition's order. */
  readonly nominations: readonly Nomination[];
  /** The logos of all nominees, without duplicates. */
  readonly logos: readonly ImageFile[];
  /** The pictures of all nominees, without duplicates. */
  readonly pictures: readonly ImageFile[];
};

/** The SHA-256 of an edition's content in hexadecimal. Comments and layout of the files do not affect it. */
export const editionDigest = (edition: Edition): string => {
  const namesOf = (images: Edition['logos']): string[] => images.map(({ publicName }) => publicName);
  return createHash('sha256')
    .update(JSON.stringify({ ...edition, logos: namesOf(edition.logos), pictures: namesOf(edition.pictures) }))
    .digest('hex');
};
