/**
 * How much of an attack is made: a quick part in `npm test`, all of it in `pnpm attack`.
 * @param quick so many in a few seconds
 * @param full so many for `pnpm attack`
 */
export const sized = (quick: number, full: number): number => (process.env.LAUREL_ATTACK === 'full' ? full : quick);
