import { fetchDirect } from '../fetch-direct.ts';
import type { WitnessAnswer, WitnessClient } from './port.ts';

/** The time limit of a request, including connecting and reading, milliseconds. */
const CALL_MS = 5_000;
/** The most octets that are read of a body. A valid one, a checkpoint with some cosignatures, is shorter. */
const MAX_BYTES = 64 * 1024;

/** Reads the beginning of a body. The rest is not received. */
const readStart = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_BYTES).toString('utf8');
};

const addressOf = (prefix: string, path: string): string => `${prefix.replace(/\/+$/, '')}/${path}`;

/**
 * Creates a client of the HTTP API of witnesses.
 * @param timeoutMs the time limit of a request
 */
export const createWitnessClient = (timeoutMs = CALL_MS): WitnessClient => {
  const call = async (url: string, init: RequestInit): Promise<WitnessAnswer> => {
    const response = await fetchDirect(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: await readStart(response) };
  };
  return {
    addCheckpoint: (prefix, body) => call(addressOf(prefix, 'add-checkpoint'), { method: 'POST', body }),
    newestCheckpoint: (prefix, originHash) => call(addressOf(prefix, `${originHash}/checkpoint`), {}),
  };
};
