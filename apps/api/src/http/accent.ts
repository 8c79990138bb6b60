import { ACCENT_INK } from '@laurel/contracts/accent';

/**
 * The style that sets an award's own accent, empty without one. It outweighs `:root` of styles that load later. Light stays gold: that
 * of the eclipse, and of winners' names.
 */
export const accentStyle = (accent: string | undefined): string =>
  accent === undefined
    ? ''
    : `html:root{--gold:${accent};--gold-deep:color-mix(in srgb,${accent},#000 25%);--gold-ink:${ACCENT_INK};--gold-face:${accent}}`;
