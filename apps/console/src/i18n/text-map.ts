import type { Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { z } from 'zod';
import type { Namespace } from './resources.ts';

const textsSchema = z.record(z.string(), z.string()).catch({});

/** The texts under a key of a loaded namespace, by names that only the data tells. */
export const textMap = (language: Language, namespace: Namespace, key: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(textsSchema.parse(i18next.getResource(language, namespace, key))));
