/** Ends after a time, or with a signal before. `AbortSignal.any` is newer than some of the browsers in use. */
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
