/** A signal that aborts after a time, or with the given signal. Some browsers in use do not have `AbortSignal.any`. */
export const endsAfter = (ms: number, signal: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  const end = new AbortController();
  for (const each of [signal, timeout]) {
    if (each.aborted) end.abort(each.reason);
    else each.addEventListener('abort', () => end.abort(each.reason), { once: true, signal: end.signal });
  }
  return end.signal;
};
