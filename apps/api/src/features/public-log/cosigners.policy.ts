import { z } from 'zod';
import type { LoggedEdition } from './bundle.store.ts';

/** The part of an edition's content that names the witnesses and how many of them must have cosigned. */
const cosigners = z.object({
  log: z.object({ witnesses: z.array(z.object({ key: z.string(), url: z.string() })), quorum: z.int() }),
});
type Witness = { readonly key: string; readonly url: string };
/** Whom an edition asks to cosign, and how many of them must. */
export type CosignerRule = { readonly witnesses: readonly Witness[]; readonly quorum: number };

/** The rules of the newest edition, which is the first, and of each under which people voted. */
export const rulesOf = (editions: readonly Pick<LoggedEdition, 'json' | 'voted'>[]): CosignerRule[] => {
  const rules = editions
    .filter(({ voted }, at) => voted || at === editions.length - 1)
    .map(({ json }) => cosigners.parse(JSON.parse(json)).log);
  return rules.reverse();
};

/** The witnesses of some rules, each of them once: the first address of a key counts. */
export const witnessesOf = (rules: readonly Pick<CosignerRule, 'witnesses'>[]): Witness[] => {
  const byKey = new Map<string, Witness>();
  for (const witness of rules.flatMap(({ witnesses }) => witnesses)) {
    if (!byKey.has(witness.key)) byKey.set(witness.key, witness);
  }
  return [...byKey.values()];
};
