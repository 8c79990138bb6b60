import type { Api } from 'grammy';

type ShimSignal = NonNullable<Parameters<Api['getMe']>[0]>;

const isShimSignal = (signal: unknown): signal is ShimSignal => signal instanceof AbortSignal;

/** grammY's types expect the AbortSignal of a shim for old runtimes, which Node's own is compatible with. */
export const shim = (signal: AbortSignal): ShimSignal => {
  if (!isShimSignal(signal)) throw new TypeError('expected an AbortSignal');
  return signal;
};
