import { useTestApi } from '@laurel/support/hooks';
import { newPerson, refusalOf } from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const api = useTestApi({ LIMITS_REGISTER_NETWORK_HOUR: '5' });

const submit = (ip: string, headers: Record<string, string> = {}) =>
  api.post('/users/register', newPerson(), { ip, headers });

describe('the limit of registrations from one network', () => {
  it('RO-03 holds for many requests at once, whatever address the client declares', async () => {
    // This test fails (30 of 30 let in) with the charge taken out.
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_each, index) =>
        submit('198.51.100.1', { 'x-client-ip': `203.0.113.${index}`, 'x-forwarded-for': `203.0.113.${index}` }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect(refused).toHaveLength(25);
    for (const each of refused) {
      expect(refusalOf(each).code).toBe('limit.exceeded');
      expect(Number(each.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('counts an IPv6 subscriber by its /64', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_each, index) => submit(`2001:db8:1:2:${index}::1`)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect((await submit('2001:db8:1:3::1')).statusCode).toBe(201);
  });

  it('does not affect other networks, and ends after an hour', async () => {
    await Promise.all(Array.from({ length: 5 }, () => submit('198.51.100.2')));
    expect((await submit('198.51.100.2')).statusCode).toBe(429);
    expect((await submit('198.51.100.3')).statusCode).toBe(201);
    api.clock.advance(60 * 60_000);
    expect((await submit('198.51.100.2')).statusCode).toBe(201);
  });

  it('does not count invalid requests', async () => {
    const ip = '198.51.100.4';
    for (const email of ['ada@mailinator.com', 'ada']) {
      await Promise.all(Array.from({ length: 5 }, () => api.post('/users/register', newPerson({ email }), { ip })));
    }
    expect((await submit(ip)).statusCode).toBe(201);
  });
});

describe('behind a trusted proxy', () => {
  const behind = useTestApi({ LIMITS_REGISTER_NETWORK_HOUR: '2', TRUST_PROXY: '10.1.0.0/16' });
  it('RO-03 the limit uses the address that the proxy saw, and no other header', async () => {
    const from = async (ip: string, forwarded: string): Promise<number> => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await behind.post('/users/register', newPerson(), { ip, headers })).statusCode;
    };
    const proxy = '10.1.2.3';
    // A client can put addresses before the proxy's own entry.
    expect([await from(proxy, '203.0.113.1'), await from(proxy, '9.9.9.9, 203.0.113.1')]).toEqual([201, 201]);
    expect(await from(proxy, '8.8.8.8, 203.0.113.1')).toBe(429);
    expect(await from(proxy, '203.0.113.2')).toBe(201);
    // No value from a proxy causes a server error.
    for (const each of ['unknown', '203.0.113.3:5678', '[2001:db8::1]:443', '']) {
      expect([201, 429]).toContain(await from('10.1.9.9', each));
    }
    const direct = '203.0.113.77';
    expect([await from(direct, '1.1.1.1'), await from(direct, '1.1.1.2')]).toEqual([201, 201]);
    expect(await from(direct, '1.1.1.3')).toBe(429);
  });
});
