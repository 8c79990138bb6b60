import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALLS, callNamed, nameOf } from '../../test/calls.ts';
import { anything, expectTaken, fieldMessagesFor, messagesFor } from '../../test/outcome.ts';
import { ERRORS } from '../errors.ts';
import { signupFormFor } from '../forms.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import { registerSchemaFor } from './account.ts';
import { type Call, statusOf } from './call.ts';
import { requestPhoneVerifySchemaFor } from './verification.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const examplesOf = (schema: z.ZodType): unknown[] => {
  const examples = z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? examples : [];
};
const exampleOf = (schema: z.ZodType): Record<string, unknown> => {
  const [example] = examplesOf(schema);
  return isRecord(example) ? example : {};
};
/** The schemas a reply is made of: login has three shapes. */
const repliesOf = (call: Call): z.ZodType[] => {
  const { schema } = call.reply;
  if (schema instanceof z.ZodUnion) return schema.options.filter((option) => option instanceof z.ZodType);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) return [schema.element];
  return [schema];
};

const named = CALLS.map((call) => [nameOf(call), call] as const);
const posts = named.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []));

describe('the calls', () => {
  /** Specification §7, in its order, then the calls beside it. */
  const PUBLIC = false;
  const BEARER = true;
  const TABLE = [
    ['POST /users/register', PUBLIC, 201],
    ['POST /users/login', PUBLIC, 200],
    ['POST /users/verify-email', PUBLIC, 200],
    ['POST /users/verify-otp', PUBLIC, 200],
    ['GET /users/check-phone', BEARER, 200],
    ['GET /users/info', BEARER, 200],
    ['POST /users/request-phone-verify', BEARER, 200],
    ['POST /users/confirm-phone-verify', BEARER, 200],
    ['POST /users/verification', BEARER, 200],
    ['GET /users/verification/telegram-link', BEARER, 200],
    ['GET /users/logs/:id', BEARER, 200],
    ['GET /vote/statistics', PUBLIC, 200],
    ['POST /vote', BEARER, 201],
    ['GET /vote/my-votes', BEARER, 200],
    ['POST /users/resend-email-code', PUBLIC, 200],
    ['POST /users/forgot-password', PUBLIC, 200],
    ['POST /users/reset-password', PUBLIC, 200],
    ['POST /users/logout', BEARER, 200],
    ['GET /client-ip', PUBLIC, 200],
    ['GET /edition', PUBLIC, 200],
  ] as const;

  it.each(TABLE)('%s stands at its address (bearer: %s)', (name, auth, status) => {
    const call = callNamed(name);
    expect(call.auth).toBe(auth);
    expect(call.reply.status).toBe(status);
    expect(call.summary).toMatch(/^[A-Z]/);
  });

  it('there are no others, and none twice', () => {
    expect(CALLS.map(nameOf).sort()).toEqual(TABLE.map(([name]) => name).sort());
  });

  it.each(named)('%s: only what is behind a token can say that one is missing or over', (_name, call) => {
    expect(call.failures.includes('auth.required')).toBe(call.auth);
    expect(call.failures.includes('auth.expired')).toBe(call.auth);
    expect(new Set(call.failures).size).toBe(call.failures.length);
  });

  it('a phone without a record is 404 where it is asked for, and 403 where it stands in the way', () => {
    expect(statusOf(callNamed('GET /users/check-phone'), 'phone.unverified')).toBe(404);
    expect(statusOf(callNamed('POST /vote'), 'phone.unverified')).toBe(403);
    for (const call of CALLS)
      for (const code of call.failures)
        if (!call.statuses?.[code]) expect(statusOf(call, code)).toBe(ERRORS[code].status);
  });

  it.each(named)('%s: every schema is one for the OpenAPI document', (_name, call) => {
    const document = [call.body, call.params].map((schema) => schema && z.toJSONSchema(schema, { io: 'input' }));
    const reply = z.toJSONSchema(call.reply.schema, { io: 'output' });
    expect(document.every((schema) => schema === undefined || schema.type === 'object')).toBe(true);
    expect(reply.type ?? reply.anyOf).toBeDefined();
  });
});

describe('the replies', () => {
  // The first two have no data; the demo edition of packages/catalog is the third's example.
  const withoutExample = ['POST /users/reset-password', 'POST /users/logout', 'GET /edition'];

  it.each(named.filter(([name]) => !withoutExample.includes(name)))(
    '%s: its examples are what it says, and leave as they are',
    (_name, call) => {
      for (const schema of repliesOf(call)) {
        expect(examplesOf(schema)).not.toEqual([]);
        for (const example of examplesOf(schema)) {
          expectTaken(schema, example);
          const reply = call.reply.schema instanceof z.ZodArray ? [example] : example;
          expect(z.safeEncode(call.reply.schema, reply)).toEqual({ success: true, data: reply });
        }
      }
    },
  );

  it.each(named)('%s: nothing makes its reply throw, nor a field slip out', (_name, call) => {
    fc.assert(
      fc.property(anything, (input) => {
        expect(typeof call.reply.schema.safeParse(input).success).toBe('boolean');
      }),
    );
    for (const schema of repliesOf(call)) {
      const example = exampleOf(schema);
      expect(schema.safeParse({ ...example, passwordHash: 'x' }).data).toEqual(schema.safeParse(example).data);
    }
  });
});

describe('the bodies', () => {
  const known = Object.values(FIELD_MESSAGES);

  it.each(posts)('%s takes its examples', (_name, body) => {
    expect(examplesOf(body)).not.toEqual([]);
    for (const example of examplesOf(body)) expectTaken(body, example);
  });

  it.each(posts)('%s drops the fields it does not name', (_name, body) => {
    const example = exampleOf(body);
    const fields = new Set(['requestKey', 'otpCode', 'code', 'backupCode', 'phoneNumber', 'rememberMe']);
    const extra = fc
      .dictionary(fc.string({ minLength: 1 }), anything)
      .map((entries) =>
        Object.fromEntries(Object.entries(entries).filter(([key]) => !(key in example) && !fields.has(key))),
      );
    fc.assert(fc.property(extra, (more) => expectTaken(body, { ...more, ...example }, example)));
  });

  it.each(posts)('%s says something the app can translate to anything at all, and never throws', (_name, body) => {
    const example = exampleOf(body);
    const field = fc.constantFrom(...Object.keys(example));
    const anyBody = fc.oneof(
      anything,
      fc.record({ field, value: anything }).map(({ field: key, value }) => ({ ...example, [key]: value })),
    );
    fc.assert(
      fc.property(anyBody, (input) => {
        for (const message of messagesFor(body, input)) expect(known).toContain(message);
      }),
      { numRuns: 300 },
    );
  });

  it.each(posts)('%s: a body that is no object is told so', (_name, body) => {
    for (const input of [undefined, null, 1, 'text', [], true])
      expect(fieldMessagesFor(body, input)).toEqual([': Expected a JSON object']);
  });

  it.each(posts)('%s: a field of the wrong type gets its own message under its own name', (_name, body) => {
    const special: Record<string, string> = {
      rememberMe: FIELD_MESSAGES.booleanInvalid,
      verificationType: FIELD_MESSAGES.verificationTypeInvalid,
    };
    const example = exampleOf(body);
    for (const field of Object.keys(example))
      for (const wrong of [null, 7, {}])
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
    expectTaken(requestPhoneVerifySchemaFor(['380']), {});
  });

  it('a second factor is an otpCode, a code or a backupCode; none of them is told under otpCode', () => {
    const body = callNamed('POST /users/verify-otp').body ?? z.never();
    for (const proof of [{ otpCode: '123456' }, { code: '123456' }, { backupCode: 'MFRGGZDFMZ' }])
      expectTaken(body, { requestKey: 'key', ...proof });
    expect(fieldMessagesFor(body, { requestKey: 'key' })).toEqual(['otpCode: This field is required']);
  });

  it('a person who proved two-factor a moment ago asks for an SMS with an empty object', () => {
    expectTaken(callNamed('POST /users/request-phone-verify').body ?? z.never(), {});
  });
});
