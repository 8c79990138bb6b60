import { parseJson } from '@laurel/contracts/json';
import { fetchDirect } from './fetch-direct.ts';

/** The time limit of a probe, milliseconds. */
const PROBE_MS = 8_000;

/** A provider cannot be reached or rejects the credentials. The text holds no secret. */
export class ProbeError extends Error {
  override name = 'ProbeError';
}

/** What is left on an account with a provider. */
export type Balance = { amount: number; currency: string };

/** Why a request had no response, without its URL, which may hold a token. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown failure';
  if (error.name === 'TimeoutError') return `silent for ${PROBE_MS / 1000} s`;
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : error.name;
};

/**
 * Sends one read-only request to a provider's API.
 * @returns the status, the provider's clock if it tells the time, and the body if it is JSON
 * @throws ProbeError if there is no response
 */
export const probe = async (
  url: string,
  init: Omit<RequestInit, 'redirect'> = {},
): Promise<{ status: number; date: string | null; body: unknown }> => {
  const { host } = new URL(url);
  let response: Response;
  let text: string;
  try {
    response = await fetchDirect(url, { ...init, signal: AbortSignal.timeout(PROBE_MS) });
    text = await response.text();
  } catch (error) {
    throw new ProbeError(`no answer from ${host}: ${reasonOf(error)}`);
  }
  return { status: response.status, date: response.headers.get('date'), body: parseJson(text) };
};
