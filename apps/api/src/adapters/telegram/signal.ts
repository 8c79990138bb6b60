import type { Api } from 'grammy';

type ShimSignal = NonNullable<Parameters<Api['getMe']>[0]>;

const isShimSignal = (signal: unknown): signal is ShimSignal => signal instanceof AbortSignal;

/** grammY describes signals by the types of a shim for old runtimes, which Node's own satisfies in all but name. */
export const shim = (signal: AbortSignal): ShimSignal => {
  if (!isShimSignal(signal)) throw new TypeError('expected an AbortSignal');
  return signal;
};
