/** `npm test` takes the quick number, `pnpm attack` the full one. */
export const sized = (quick: number, full: number): number => (process.env.LAUREL_ATTACK === 'full' ? full : quick);
