import type { Api } from 'grammy';

type ShimSignal = NonNullable<Parameters<Api['getMe']>[0]>;

const isShimSignal = (signal: unknown): signal is ShimSignal => signal instanceof AbortSignal;

/** Converts the type of Node's AbortSignal: grammY's types require that of a shim for old runtimes. */
export const shim = (signal: AbortSignal): ShimSignal => {
  if (!isShimSignal(signal)) throw new TypeError('expected an AbortSignal');
  return signal;
};
