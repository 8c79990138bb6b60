/**
 * The size of an attack.
 * @param quick the size in `npm test`, which takes a few seconds
 * @param full the size in `pnpm attack`
 */
export const sized = (quick: number, full: number): number => (process.env.LAUREL_ATTACK === 'full' ? full : quick);
