import { fetchDirect } from './fetch-direct.ts';

/** How long a provider may take to show that it is there, milliseconds. */
const PROBE_MS = 8_000;

/** A provider that can't be reached or refuses us. The text holds no secret. */
export class ProbeError extends Error {
  override name = 'ProbeError';
}

/** Why a call had no answer, without its address, which may hold a token. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown failure';
  if (error.name === 'TimeoutError') return `silent for ${PROBE_MS / 1000} s`;
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : error.name;
};

/**
 * One call to a provider's API that changes nothing there.
 * @returns the status, and the body where it is JSON
 * @throws ProbeError where no answer comes
 */
export const probe = async (
  url: string,
  init: Omit<RequestInit, 'redirect'> = {},
): Promise<{ status: number; body: unknown }> => {
  const { host } = new URL(url);
  let response: Response;
  let text: string;
  try {
    response = await fetchDirect(url, { ...init, signal: AbortSignal.timeout(PROBE_MS) });
    text = await response.text();
  } catch (error) {
    throw new ProbeError(`no answer from ${host}: ${reasonOf(error)}`);
  }
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: undefined };
  }
};
