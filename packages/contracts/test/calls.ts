import * as account from '../src/calls/account.ts';
import type { Call } from '../src/calls/call.ts';
import * as clientIp from '../src/calls/client-ip.ts';
import * as decisions from '../src/calls/decisions.ts';
import * as edition from '../src/calls/edition.ts';
import * as entries from '../src/calls/entries.ts';
import * as log from '../src/calls/log.ts';
import * as passkeys from '../src/calls/passkeys.ts';
import * as receipts from '../src/calls/receipts.ts';
import * as verification from '../src/calls/verification.ts';
import * as vote from '../src/calls/vote.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value;

/** The modules of src/calls by the names of their files. */
export const MODULES = {
  account,
  'client-ip': clientIp,
  decisions,
  edition,
  entries,
  log,
  passkeys,
  receipts,
  verification,
  vote,
};

/** All calls of the contract. */
export const CALLS: readonly Call[] = Object.values(MODULES)
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isCall);

export const nameOf = (call: Call): string => `${call.method} ${call.path}`;

export const callNamed = (name: string): Call => {
  const call = CALLS.find((each) => nameOf(each) === name);
  if (!call) throw new Error(`no call ${name}`);
  return call;
};
