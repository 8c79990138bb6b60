import { castVote } from '@laurel/contracts/calls/vote';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { AppError, FieldError } from '../app-error.ts';
import { serveCall } from './call.ts';
import { handleFailures } from './failures.ts';

/** The response of POST /vote if its handler throws, and the log. */
const answered = async (error: Error, strict: boolean) => {
  const log: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleFailures(app, {}, strict);
  serveCall(app, castVote, () => Promise.reject(error));
  const payload = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
  const response = await app.inject({ method: 'POST', url: '/api/vote', payload });
  await app.close();
  return { status: response.statusCode, body: response.json(), log: log.join('') };
};

describe('a failure', () => {
  it('has its code, every code that applies, and the text of each', async () => {
    const error = new AppError('phone.unverified', { also: ['social.unverified'] });
    expect(await answered(error, true)).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: 'phone.unverified',
        codes: ['phone.unverified', 'social.unverified'],
        message: 'No phone verification record for this user',
        errors: ['No phone verification record for this user', 'No social verification record for this user'],
      },
    });
  });

  it('of fields has the English message of each, and its key if it has one', async () => {
    const { body } = await answered(new FieldError({ phoneNumber: 'phoneRegion', entry: 'Expected an entry' }), true);
    expect(body).toMatchObject({ code: 'request.invalid', message: 'Invalid operator region' });
    expect(body.errors).toEqual(['Invalid operator region', 'Expected an entry']);
    expect(body.metadata).toEqual({
      fields: { phoneNumber: 'Invalid operator region', entry: 'Expected an entry' },
      fieldCodes: { phoneNumber: 'phoneRegion' },
    });
    const { body: own } = await answered(new FieldError({ entry: 'Expected an entry' }), true);
    expect(own.metadata).toEqual({ fields: { entry: 'Expected an entry' } });
  });

  it('of any call needs no declaration', async () => {
    expect(await answered(new AppError('limit.exceeded'), true)).toMatchObject({ status: 429, log: '' });
  });

  it('that the call does not declare is a server error outside production, and is logged in production', async () => {
    const undeclared = 'POST /vote does not declare the failure otp.invalid';
    const strict = await answered(new AppError('otp.invalid'), true);
    expect(strict).toMatchObject({ status: 500, body: { code: 'server.error' } });
    expect(strict.log).toContain(undeclared);
    const production = await answered(new AppError('otp.invalid'), false);
    expect(production).toMatchObject({ status: 400, body: { code: 'otp.invalid' } });
    expect(production.log).toContain(undeclared);
  });
});
