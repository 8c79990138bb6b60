import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from '@laurel/contracts/calls/call';
import { type ConsoleCall, type ConsoleFailure, failuresOf } from '@laurel/contracts/console/call';
import { ALL_ERRORS, type AnyErrorCode } from '@laurel/contracts/console/errors';
import { FIELD_MESSAGES, isFieldMessageKey } from '@laurel/contracts/messages';
import { isUnavailable } from '@laurel/database/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, FieldError } from '../app-error.ts';

type Answer = { status: number; body: ConsoleFailure; retryAfterSeconds?: number };

/** The body of a failure: the codes that apply, the failure's own first, with the text of each. */
const failure = (codes: readonly [AnyErrorCode, ...AnyErrorCode[]]): ConsoleFailure => {
  const errors = codes.map((code) => ALL_ERRORS[code].message);
  return { success: false, code: codes[0], codes: [...codes], message: ALL_ERRORS[codes[0]].message, errors };
};

const plain = (code: AnyErrorCode, retryAfterSeconds?: number): Answer => ({
  status: ALL_ERRORS[code].status,
  body: failure([code]),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** @param messages the message of each field: a key, which is sent beside its English text, or a text */
const invalidFields = (messages: Readonly<Record<string, string>>, code: AnyErrorCode): Answer => {
  const entries = Object.entries(messages);
  const fields = Object.fromEntries(
    entries.map(([field, message]) => [field, isFieldMessageKey(message) ? FIELD_MESSAGES[message] : message]),
  );
  const keys = entries.filter(([, message]) => isFieldMessageKey(message));
  const metadata = { fields, ...(keys.length > 0 ? { fieldCodes: Object.fromEntries(keys) } : {}) };
  const errors = Object.values(fields);
  return {
    status: ALL_ERRORS[code].status,
    body: { ...failure([code]), message: errors[0] ?? ALL_ERRORS[code].message, errors, metadata },
  };
};

/** The first message of each field; a body that is not an object is the field "body". */
const fieldsOf = (
  issues: readonly { instancePath: string; message?: string | undefined }[],
): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body';
    fields[field] ??= message ?? ALL_ERRORS['request.invalid'].message;
  }
  return fields;
};

/** Failures that Fastify reports before a handler runs. */
const FRAMEWORK_CODES: Readonly<Record<string, AnyErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
};

const fromAppError = (error: AppError): Answer => ({
  status: error.status,
  body: {
    ...failure(error.codes),
    ...(error.data ? { data: error.data } : {}),
    ...(error.metadata ? { metadata: error.metadata } : {}),
  },
  ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
});

/** The response to a thrown value; a 5xx never has an internal message. */
export const answerFor = (error: unknown): Answer => {
  if (error instanceof AppError) return fromAppError(error);
  if (error instanceof FieldError) return invalidFields(error.fields, error.code);
  if (hasZodFastifySchemaValidationErrors(error)) return invalidFields(fieldsOf(error.validation), 'request.invalid');
  if (isUnavailable(error)) return plain('server.unavailable', 2);
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const code = 'code' in error && typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
    if (code) return plain(code);
    // @fastify/static refuses a folder with 403; to the client it does not exist.
    if (error.statusCode === 403) return plain('request.not_found');
    if (error.statusCode >= 400 && error.statusCode < 500) return plain('request.malformed');
  }
  return plain('server.error');
};

type ReplyHeaders = Readonly<Record<string, string>>;

const send = (reply: FastifyReply, answer: Answer, headers: ReplyHeaders): FastifyReply => {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  // Sent as text: a failure must not depend on the reply schema of the route.
  return reply
    .status(answer.status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((text: unknown) => String(text))
    .send(JSON.stringify(answer.body));
};

/** The failures of requests that could not be parsed or did not arrive in time. */
const UNREADABLE: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { ...plain('request.malformed'), status: 408 },
  HPE_HEADER_OVERFLOW: { ...plain('request.too_large'), status: 431 },
};

/** Answers an unreadable request and closes the connection: the start of the next request is unknown. */
export const answerUnreadable =
  (headers: ReplyHeaders) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, body } = UNREADABLE[error.code ?? ''] ?? plain('request.malformed');
    const text = JSON.stringify(body);
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    socket.destroy(error);
  };

/** Answers a request with an invalid address, which reaches no route and no hook. */
export const answerUnroutable =
  (headers: ReplyHeaders) =>
  (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    send(reply, answerFor(error), headers);
  };

/** Paths for programs, where an unknown address is a 404. The root must not redirect to itself. */
const NOT_PAGES = /^\/(?:$|\?|(?:api|assets|dev|share|log|ws|readyz|livez|metrics)(?:[/?]|$))/;

/** Whether an unknown address may be a page's: an old link or a typing error. */
export const isLostPage = (url: string): boolean => !NOT_PAGES.test(url);

/** Failures of credentials, which are logged. Attempts are limited, so the log can't fill the disk. */
const NOT_PROVEN: ReadonlySet<string> = new Set<AnyErrorCode>([
  'login.unknown',
  'login.wrong_password',
  'email_code.wrong',
  'otp.invalid',
  'phone_code.wrong',
]);

/** The failures of any call, in addition to those that its contract declares. */
const COMMON_FAILURES: ReadonlySet<AnyErrorCode> = new Set<AnyErrorCode>([
  'request.invalid',
  'request.malformed',
  'request.not_found',
  'request.too_large',
  'request.unsupported_type',
  'limit.exceeded',
  'proof.needed',
  'server.unavailable',
  'server.error',
]);

/** A call answered with a failure that its contract does not declare. */
class UndeclaredFailureError extends Error {
  override name = 'UndeclaredFailureError';

  constructor(call: Call | ConsoleCall, code: AnyErrorCode, options: ErrorOptions) {
    super(`${call.method} ${call.path} does not declare the failure ${code} in packages/contracts/src`, options);
  }
}

/** The error to answer with: outside production a failure that the route's contract does not declare is a server error. */
const checkDeclared = (error: FastifyError, request: FastifyRequest, strict: boolean): Error => {
  const { call } = request.routeOptions.config;
  const { code } = answerFor(error).body;
  if (!call || COMMON_FAILURES.has(code)) return error;
  const declared: readonly AnyErrorCode[] = 'audience' in call ? failuresOf(call) : call.failures;
  if (declared.includes(code)) return error;
  const undeclared = new UndeclaredFailureError(call, code, { cause: error });
  if (strict) return undeclared;
  request.log.error({ reqId: request.id, err: undeclared }, 'an undeclared failure was answered');
  return error;
};

/** Whether a request's connection ended before its body had arrived: no fault of this server, and common. */
const isCutOff = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete;

/**
 * Adds the handlers that answer every error and every unknown address.
 * @param headers the headers of each response
 * @param strict answers 500 where a call's contract does not declare the failure; otherwise that is only logged
 */
export const handleFailures = (app: FastifyInstance, headers: ReplyHeaders, strict: boolean): void => {
  app.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply) => {
    const error = isCutOff(request.raw) ? new AppError('request.malformed') : checkDeclared(thrown, request, strict);
    const answer = answerFor(error);
    const entry = { reqId: request.id, code: answer.body.code };
    if (answer.status >= 500) request.log.error({ ...entry, err: error }, 'request failed');
    else if (NOT_PROVEN.has(answer.body.code)) {
      request.log.info({ ...entry, route: request.routeOptions.url }, 'a credential was refused');
    } else request.log.debug(entry, 'request refused');
    return send(reply, answer, headers);
  });
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // The site has one page, to which old links redirect (spec §2).
    if (reads && isLostPage(request.url)) return reply.headers(headers).redirect('/');
    return send(reply, plain('request.not_found'), headers);
  });
};
