import { escaped } from '../../http/html.ts';

/** A winner on the ring: the logo, and the id of the winner's place on the page. */
export type Bead = { readonly logo: string; readonly anchor: string };

const RADIUS = 500;
/** The largest radius of a bead, and how much of the way to the next one it fills. */
const BEAD = { radius: 40, filled: 0.78 };

/** The winners as beads on a ring, from the top clockwise, as a drawing. Its links are also in the index and the page. */
export const ringOf = (beads: readonly Bead[]): string => {
  const size = Math.min(BEAD.radius, (Math.PI * RADIUS * BEAD.filled) / Math.max(1, beads.length));
  const drawn = beads.map(({ logo, anchor }, index) => {
    const turn = (2 * Math.PI * (index + 1 / 2)) / beads.length;
    const [x, y] = [RADIUS + RADIUS * Math.sin(turn), RADIUS - RADIUS * Math.cos(turn)];
    const place = (value: number): string => value.toFixed(1);
    return [
      `<a href="#${escaped(anchor)}" tabindex="-1"><circle cx="${place(x)}" cy="${place(y)}" r="${place(size + 4)}"/>`,
      // A bit larger than its circle: the corners of a logo are often round.
      `<image href="${escaped(logo)}" x="${place(x - size * 1.06)}" y="${place(y - size * 1.06)}" width="${place(size * 2.12)}" height="${place(size * 2.12)}" clip-path="url(#bead.clip)"/></a>`,
    ].join('');
  });
  return `<svg class="ring" viewBox="0 0 ${2 * RADIUS} ${2 * RADIUS}" aria-hidden="true"><clipPath id="bead.clip" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".47"/></clipPath>${drawn.join('')}</svg>`;
};
