import { LOCAL_CERTIFICATE } from '@laurel/support/certificate';
import { type HookReceiver, startHookReceiver } from '@laurel/support/hook-receiver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebhook, isPublicAddress } from './webhook.ts';

/** The client, which may call this machine. */
const here = createWebhook({ privateHosts: ['localhost'], ca: LOCAL_CERTIFICATE });
let receiver: HookReceiver;
beforeEach(async () => {
  receiver = await startHookReceiver();
});
afterEach(() => receiver.close());

// The example of the specification's own libraries.
const EXAMPLE = {
  key: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_500),
  body: '{"test": 2432232314}',
};
const call = () => ({ ...EXAMPLE, url: `${receiver.url}/hook?key=1` });
/** The refusal of a call, without what nobody may read. */
const failureOf = async (sending: ReturnType<typeof here>) => {
  const refusal = await sending;
  expect(JSON.stringify(refusal)).not.toMatch(/hook\?|key=|localhost/);
  return refusal;
};

describe('a webhook', () => {
  it('gets a POST of JSON, signed as Standard Webhooks says', async () => {
    await here(call());
    expect(receiver.received).toMatchObject([
      {
        ...{ method: 'POST', path: '/hook?key=1', body: EXAMPLE.body },
        headers: {
          'content-type': 'application/json',
          'webhook-id': EXAMPLE.id,
          'webhook-timestamp': '1614265330',
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
      },
    ]);
  });

  it.each([302, 404, 429, 503, 400, 410])(
    'that answers %i has failed, for good if it refuses the message, and is not followed elsewhere',
    async (answer) => {
      receiver.answer((response) =>
        response.writeHead(answer, { location: '/elsewhere', 'retry-after': '3600' }).end(),
      );
      const permanent = answer === 400 || answer === 410;
      const expected = { message: `webhook: ${answer}`, permanent, retryAfterMs: 3_600_000 };
      expect(await failureOf(here(call()))).toMatchObject(expected);
      expect(receiver.received).toHaveLength(1);
    },
  );

  it.each([
    ['rubbish', '\0\uFFFD{"ok":fal', {}],
    ['a longer answer than it has', 'ok', { 'content-length': '1000000' }],
    ['a shorter one', 'x'.repeat(100_000), { 'content-length': '1' }],
  ])('has accepted the message with 200 and %s', async (_what, body, headers) => {
    receiver.answer((response) => {
      response.strictContentLength = false;
      response.writeHead(200, headers);
      response.write(body);
    });
    expect(await here(call())).toBeUndefined();
  });

  it('that answers too late, hangs up or speaks no HTTP is called again', async () => {
    receiver.answer(() => {});
    // Real time: the limit of the call.
    const hasty = createWebhook({ privateHosts: ['localhost'], ca: LOCAL_CERTIFICATE, timeoutMs: 50 });
    expect(await failureOf(hasty(call()))).toMatchObject({
      message: expect.stringMatching(/TimeoutError|ABORT_ERR/),
      permanent: false,
    });
    for (const words of ['', 'SSH-2.0-OpenSSH_9.2\r\n']) {
      receiver.answer((response) => response.socket?.end(words));
      expect(await failureOf(here(call()))).toMatchObject({ permanent: false });
    }
  });

  it('with a certificate that nobody trusts, or with no server, gets nothing', async () => {
    const untrusting = createWebhook({ privateHosts: ['localhost'] });
    expect((await failureOf(untrusting(call())))?.message).toMatch(/SELF_SIGNED/);
    const nobody = here({ ...call(), url: 'https://nobody.invalid/' });
    expect(await failureOf(nobody)).toMatchObject({ permanent: false });
    expect(receiver.received).toEqual([]);
  });

  it('at a private address gets nothing, unless its name is allowed', async () => {
    const guarded = createWebhook({ privateHosts: ['n8n.example.org'], ca: LOCAL_CERTIFICATE });
    const refused = { message: 'webhook: no answer (PRIVATE_ADDRESS)', permanent: true };
    expect(await failureOf(guarded(call()))).toMatchObject(refused);
    expect(receiver.received).toEqual([]);
  });
});

const PRIVATE = `127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 :: ::1
  ::ffff:10.0.0.1 ::7f00:1 fe80::1 fc00::1 fec0::1 ff02::1 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 192.0.2.1 198.18.0.1`;
it('only addresses of the internet are public', () => {
  expect(PRIVATE.split(/\s+/).filter(isPublicAddress)).toEqual([]);
  const open = ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'];
  expect(open.filter(isPublicAddress)).toEqual(open);
});
