import { failureSchema } from '@laurel/contracts/envelope';
import { z } from 'zod';
import type { Answer } from './connection.ts';
import type { Sample } from './generate.ts';

/** The failures that any request may get: not found, too large, or of an unsupported type. */
const ANYWHERE = new Set([400, 404, 413, 414, 415, 417, 431]);
const fieldsSchema = z.object({ fields: z.record(z.string(), z.string().min(1)) });

const refusalFault = ({ operation }: Sample, { status, headers, body }: Answer): string | undefined => {
  // Node.js itself responds with these two before there is a request (RFC 9110 §7.2, §10.1.1).
  if (body === '' && (status === 400 || status === 417)) return undefined;
  // People open these pages: one that is not there is a page, too.
  if (!operation && status === 404 && headers.get('content-type')?.startsWith('text/html')) return undefined;
  const failure = failureSchema.safeParse(JSON.parse(body));
  if (!failure.success) return 'the refusal has another shape than every refusal';
  if (operation && !ANYWHERE.has(status) && !operation.replies.has(status)) return 'the document names no such status';
  if (failure.data.code !== 'request.invalid') return undefined;
  const named = Object.keys(fieldsSchema.safeParse(failure.data.metadata).data?.fields ?? {});
  if (named.length === 0) return 'the refusal names no field';
  const foreign = operation && named.find((name) => !operation.fields.has(name.split('.')[0] ?? ''));
  return foreign === undefined ? undefined : `the refusal blames ${foreign}, which is no field`;
};

const successFault = ({ operation }: Sample, { status, headers, body }: Answer): string | undefined => {
  if (!operation) return undefined;
  if (!operation.replies.has(status)) return 'the document names no such status';
  const schema = operation.replies.get(status);
  if (!schema || !headers.get('content-type')?.startsWith('application/json')) return undefined;
  const read = schema.safeParse(JSON.parse(body));
  return read.success ? undefined : `the document promises something else: ${read.error.message}`;
};

/** The problem of a response; undefined if there is none. */
export const problemOf = (sample: Sample, answer: Answer): string | undefined => {
  const { status, headers } = answer;
  const asked = sample.octets.subarray(0, 16).toString('latin1');
  const toHead = asked.startsWith('HEAD ');
  if (status === 0) return 'the connection ended without an answer';
  // Too many requests, with a time to retry: the suite checks how often.
  const told = status === 503 && headers.has('retry-after');
  // /readyz queries the database, and reports a missing response.
  const unready =
    status === 503 &&
    (toHead ? /^HEAD \/readyz[ ?]/.test(asked) : !sample.operation && answer.body.startsWith('{"ready":false,'));
  if (status >= 500 && !told && !unready) return 'the server failed';
  if (unready || toHead || status === 304 || (status >= 301 && status <= 303)) return undefined;
  return status >= 400 ? refusalFault(sample, answer) : successFault(sample, answer);
};
