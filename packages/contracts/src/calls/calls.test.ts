import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALLS, callNamed, MODULES, nameOf } from '../../test/calls.ts';
import {
  anything,
  examplesOf,
  expectAccepted,
  expectKnownMessages,
  expectNeverThrows,
  fieldMessagesFor,
} from '../../test/outcome.ts';
import { ERRORS } from '../errors.ts';
import { signupFormFor } from '../forms.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import { register, registerSchemaFor } from './account.ts';
import { type Call, statusOf, successOf } from './call.ts';
import { requestPhoneVerifySchemaFor } from './verification.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const exampleOf = (schema: z.ZodType): Record<string, unknown> => {
  const [example] = examplesOf(schema);
  return isRecord(example) ? example : {};
};
/** The schemas of a reply: login has three. */
const repliesOf = ({ reply: schema }: Call): z.ZodType[] => {
  if (schema instanceof z.ZodUnion) return schema.options.filter((option) => option instanceof z.ZodType);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) return [schema.element];
  return [schema];
};

const named = CALLS.map((call) => [nameOf(call), call] as const);
const posts = named.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []));

describe('the calls', () => {
  /** The calls of spec §7 in its order, then the others. */
  const PUBLIC = false;
  const BEARER = true;
  const TABLE = [
    ['POST /users/register', PUBLIC, 201],
    ['POST /users/login', PUBLIC, 200],
    ['POST /users/verify-email', PUBLIC, 200],
    ['POST /users/verify-otp', PUBLIC, 200],
    ['POST /users/passkey-options', PUBLIC, 200],
    ['POST /users/passkey-proof-options', BEARER, 200],
    ['POST /users/second-factor', BEARER, 200],
    ['GET /users/passkeys', BEARER, 200],
    ['POST /users/remove-passkey', BEARER, 200],
    ['GET /users/check-phone', BEARER, 200],
    ['GET /users/info', BEARER, 200],
    ['POST /users/request-phone-verify', BEARER, 200],
    ['POST /users/confirm-phone-verify', BEARER, 200],
    ['POST /users/request-phone-contact', BEARER, 200],
    ['POST /users/verification', BEARER, 200],
    ['GET /users/verification/telegram-link', BEARER, 200],
    ['GET /users/logs/:id', BEARER, 200],
    ['GET /vote/statistics', PUBLIC, 200],
    ['GET /vote/turnout', PUBLIC, 200],
    ['POST /vote', BEARER, 201],
    ['GET /vote/my-votes', BEARER, 200],
    ['GET /vote/receipts', BEARER, 200],
    ['POST /entries', BEARER, 201],
    ['GET /entries/mine', BEARER, 200],
    ['DELETE /entries/:id', BEARER, 200],
    ['POST /users/resend-email-code', PUBLIC, 200],
    ['POST /users/forgot-password', PUBLIC, 200],
    ['POST /users/reset-password', PUBLIC, 200],
    ['POST /users/logout', BEARER, 200],
    ['POST /users/backup-codes', BEARER, 200],
    ['POST /users/tell-winners', BEARER, 200],
    ['GET /client-ip', PUBLIC, 200],
    ['GET /edition', PUBLIC, 200],
    ['GET /decisions', PUBLIC, 200],
  ] as const;

  it.each(TABLE)('%s exists (bearer: %s)', (name, auth, status) => {
    const call = callNamed(name);
    expect(call.auth).toBe(auth);
    expect(successOf(call)).toBe(status);
    expect(call.summary).toMatch(/^[A-Z]/);
  });

  it('are those of every file of this folder', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file !== 'call.ts' && !file.endsWith('.test.ts'));
    expect(files.sort()).toEqual(
      Object.keys(MODULES)
        .map((name) => `${name}.ts`)
        .sort(),
    );
  });

  it('are all listed above, once', () => {
    expect(CALLS.map(nameOf).sort()).toEqual(TABLE.map(([name]) => name).sort());
  });

  it.each(named)('%s: has the failures of tokens only if it needs one', (_name, call) => {
    expect(call.failures.includes('auth.required')).toBe(call.auth);
    expect(call.failures.includes('auth.expired')).toBe(call.auth);
    expect(new Set(call.failures).size).toBe(call.failures.length);
  });

  it('return 404 for an unverified phone from check-phone, and 403 from other calls', () => {
    expect(statusOf(callNamed('GET /users/check-phone'), 'phone.unverified')).toBe(404);
    expect(statusOf(callNamed('POST /vote'), 'phone.unverified')).toBe(403);
    for (const call of CALLS)
      for (const code of call.failures)
        if (!call.statuses?.[code]) expect(statusOf(call, code)).toBe(ERRORS[code].status);
  });

  it.each(named)('%s: can be described in the OpenAPI document', (_name, call) => {
    const document = [call.body, call.params].map((schema) => schema && z.toJSONSchema(schema, { io: 'input' }));
    const reply = z.toJSONSchema(call.reply, { io: 'output' });
    expect(document.every((schema) => schema === undefined || schema.type === 'object')).toBe(true);
    expect(reply.type ?? reply.anyOf).toBeDefined();
  });
});

describe('the replies', () => {
  // The first four have no data; the example of the last is the demo edition of packages/catalog.
  const withoutExample = [
    'POST /users/reset-password',
    'POST /users/logout',
    'POST /users/tell-winners',
    'DELETE /entries/:id',
    'GET /edition',
  ];

  it.each(named.filter(([name]) => !withoutExample.includes(name)))(
    '%s: has valid examples, which are encoded unchanged, and drops unknown fields',
    (_name, call) => {
      for (const schema of repliesOf(call)) {
        expect(examplesOf(schema)).not.toEqual([]);
        expectAccepted(schema, { ...exampleOf(schema), passwordHash: 'x' }, exampleOf(schema));
        for (const example of examplesOf(schema)) {
          expectAccepted(schema, example);
          const reply = call.reply instanceof z.ZodArray ? [example] : example;
          expect(z.safeEncode(call.reply, reply)).toEqual({ success: true, data: reply });
        }
      }
    },
  );

  it.each(named)('%s: never throws', (_name, call) => expectNeverThrows(call.reply));
});

describe('the bodies', () => {
  it.each(posts)('%s accepts its examples', (_name, body) => {
    expect(examplesOf(body)).not.toEqual([]);
    for (const example of examplesOf(body)) expectAccepted(body, example);
  });

  it.each(posts)('%s drops unknown fields', (_name, body) => {
    const example = exampleOf(body);
    const fields = new Set(['requestKey', 'otpCode', 'code', 'backupCode', 'phoneNumber', 'rememberMe']);
    const extra = fc
      .dictionary(fc.string({ minLength: 1 }), anything)
      .map((entries) =>
        Object.fromEntries(Object.entries(entries).filter(([key]) => !(key in example) && !fields.has(key))),
      );
    fc.assert(fc.property(extra, (more) => expectAccepted(body, { ...more, ...example }, example)));
  });

  it.each(posts)('%s never throws, and has only messages that the app can translate', (_name, body) => {
    const example = exampleOf(body);
    const field = fc.constantFrom(...Object.keys(example));
    const anyBody = fc.oneof(
      anything,
      fc.record({ field, value: anything }).map(({ field: key, value }) => ({ ...example, [key]: value })),
    );
    expectKnownMessages(body, anyBody, 300);
  });

  it.each(posts)('%s: must be an object', (_name, body) => {
    for (const input of [undefined, null, 1, 'text', [], true])
      expect(fieldMessagesFor(body, input)).toEqual([': Expected a JSON object']);
  });

  it.each(posts)('%s: rejects a field of the wrong type with its own message and name', (_name, body) => {
    const special: Record<string, string> = {
      rememberMe: FIELD_MESSAGES.booleanInvalid,
      verificationType: FIELD_MESSAGES.verificationTypeInvalid,
    };
    const example = exampleOf(body);
    // Null keeps the password of the registration that is corrected.
    const mayBeNull = (field: string) => body === register.body && field === 'password';
    for (const field of Object.keys(example))
      for (const wrong of [...(mayBeNull(field) ? [] : [null]), 7, {}])
        expect(fieldMessagesFor(body, { ...example, [field]: wrong })).toEqual([
          `${field}: ${special[field] ?? 'This field is required'}`,
        ]);
  });
});

describe('payloads', () => {
  const signup = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    password: 'Secret1!',
    repeatPassword: 'Secret1!',
    phoneNumber: '380671234567',
  };

  it('LG-09 the signup payload is name, email, password and phoneNumber: the repeated password is dropped', () => {
    const { repeatPassword: _dropped, ...sent } = { ...signup, phoneNumber: '+380671234567' };
    for (const schema of [callNamed('POST /users/register').body, registerSchemaFor([])])
      expect(schema?.parse(signupFormFor([]).parse(signup))).toEqual(sent);
  });

  it('LG-09 the login payload is login, password and rememberMe', () => {
    const body = callNamed('POST /users/login').body;
    const sent = { login: 'ada@example.org', password: 'Secret1!', rememberMe: true };
    expect(body?.parse({ ...sent, remember: 1 })).toEqual(sent);
    expect(body?.parse({ login: '+380671234567', password: 'x' })).toEqual({ login: '+380671234567', password: 'x' });
  });

  it('VA-06 registering and changing the number are held to the blocked regions of the edition', () => {
    const message = 'phoneNumber: Invalid operator region';
    expect(fieldMessagesFor(registerSchemaFor(['380']), signup)).toEqual([message]);
    expect(fieldMessagesFor(signupFormFor(['380']), signup)).toEqual([message]);
    expect(fieldMessagesFor(requestPhoneVerifySchemaFor(['380']), { phoneNumber: '+380671234567' })).toEqual([message]);
    expectAccepted(requestPhoneVerifySchemaFor(['380']), {});
  });

  it('needs one of otpCode, code and backupCode as the second factor', () => {
    const body = callNamed('POST /users/verify-otp').body ?? z.never();
    for (const proof of [{ otpCode: '123456' }, { code: '123456' }, { backupCode: 'MFRGGZDFMZ' }])
      expectAccepted(body, { requestKey: 'key', ...proof });
    expect(fieldMessagesFor(body, { requestKey: 'key' })).toEqual(['otpCode: This field is required']);
  });

  it('accepts an empty object for an SMS after a recent two-factor code', () => {
    expectAccepted(callNamed('POST /users/request-phone-verify').body ?? z.never(), {});
  });
});
