import type { ModalType } from './types.ts';

/** Plain messages: they go by themselves, and carry nothing but their words. */
const PLAIN: ReadonlySet<ModalType> = new Set(['message', 'trouble']);

/** What leads to support, or is support, needs no link there. */
const ON_THE_WAY_TO_SUPPORT: ReadonlySet<ModalType> = new Set(['mailboxWarning', 'support']);

/** What stands around a modal's own content (MD-12). What must not be closed must not be left for support either. */
export const furnitureOf = (type: ModalType, closable: boolean): { closeButton: boolean; supportLink: boolean } => {
  const furnished = closable && !PLAIN.has(type);
  return { closeButton: furnished, supportLink: furnished && !ON_THE_WAY_TO_SUPPORT.has(type) };
};
