import { z } from 'zod';

/** How often PBKDF2 repeats HMAC-SHA-256 to make the key of a winner's slide from its code of 50 bits. */
export const STRETCH = { hash: 'SHA-256', iterations: 200_000 } as const;
/** The bytes of each winner's slide before it is sealed, so that their length says nothing. */
export const WINNER_BYTES = 1_024;
/** The bytes of the initialisation vector, with which a sealed slide begins. */
export const IV_BYTES = 12;

/** A category in the run sheet and in the names of slides. */
export const categoryOf = ({ nomination, niche }: { nomination: string; niche: string }): string =>
  `${nomination}/${niche}`;

const WINNER = 'winner:';
/** The name of the slide that shows a category's winner. */
export const winnerSlide = (category: string): string => `${WINNER}${category}`;
/** The category whose winner a slide shows; undefined for another slide. */
export const revealedBy = (slide: string): string | undefined =>
  slide.startsWith(WINNER) ? slide.slice(WINNER.length) : undefined;

/** A code as it was made, from what a person typed. Letters that look like digits mean the digits (Crockford's base 32). */
export const typedCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** What a winner's slide holds: places in the category's list of nominees. None without votes. */
export const winnersSchema = z.object({
  winners: z.array(z.int().nonnegative()),
  share: z.number().nullable(),
  drawn: z.boolean(),
});
export type Winners = z.output<typeof winnersSchema>;
