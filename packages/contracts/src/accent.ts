/** A colour as the browser's own control writes it, such as #f3cf7a. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/** What readable text needs: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const CONTRAST_AA = 4.5;

/** The page's own accent, for an award without one. */
export const PAGE_ACCENT = '#f3cf7a';
/** The lightest ground under text in the accent, and the colour of text on the accent: `--panel-2` and `--ink` of the page. */
export const ACCENT_GROUND = '#1c1829';
export const ACCENT_INK = '#15111f';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The least contrast of an accent on the page, with one decimal, rounded down: what looks like enough is enough. */
export const accentContrast = (accent: string): number =>
  Math.floor(10 * Math.min(contrastOf(accent, ACCENT_GROUND), contrastOf(accent, ACCENT_INK))) / 10;
