import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';

/** A page of another site: for a browser, 127.0.0.1 and localhost are different sites. */
const openElsewhere = async (
  context: BrowserContext,
  body: string,
): Promise<{ page: Page; close(): Promise<void> }> => {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${body}</body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    close: async () => {
      await page.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

test.describe('a page of another site', () => {
  test('cannot show the page or the API in a frame', async ({ browser, origin }) => {
    const context = await browser.newContext();
    for (const path of ['/', '/api/docs/', '/api/edition']) {
      const elsewhere = await openElsewhere(context, `<iframe src="${origin}${path}"></iframe>`);
      const refusal = elsewhere.page.waitForEvent('console', (message) =>
        /frame-ancestors|Refused to frame|Framing/.test(message.text()),
      );
      await elsewhere.page.reload();
      await refusal;
      expect(elsewhere.page.frames().map((frame) => frame.url())).not.toContain(`${origin}${path}`);
      await elsewhere.close();
    }
    await context.close();
  });

  test('cannot open a socket', async ({ browser, origin }) => {
    const context = await browser.newContext();
    const elsewhere = await openElsewhere(context, '');
    const outcome = (address: string) =>
      elsewhere.page.evaluate(
        (to) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(to, ['v12.stomp']);
            socket.onopen = () => resolve('open');
            socket.onerror = () => resolve('refused');
          }),
        address,
      );
    expect(await outcome(`${origin.replace('http', 'ws')}/ws`)).toBe('refused');
    await elsewhere.close();
    await context.close();
  });

  test('cannot send the device cookie with a login, read a response, or submit a form', async ({ browser, origin }) => {
    const context = await browser.newContext();
    await context.addCookies([
      { name: 'laurel_device', value: 'known', domain: 'localhost', path: '/api', httpOnly: true, sameSite: 'Strict' },
    ]);
    const form = `<form method="post" enctype="text/plain" action="${origin}/api/users/login"><input name='{"login":"ada@example.org","password":"Secret1!","x":"' value='"}'></form>`;
    const elsewhere = await openElsewhere(context, form);
    const read = await elsewhere.page.evaluate(async (to) => {
      const attempt = async (init: RequestInit, path = '/api/users/login'): Promise<string> => {
        try {
          return `read: ${(await fetch(`${to}${path}`, { credentials: 'include', ...init })).status}`;
        } catch {
          return 'refused';
        }
      };
      const body = JSON.stringify({ login: 'ada@example.org', password: 'Secret1!' });
      return [
        await attempt({ method: 'POST', headers: { 'content-type': 'application/json' }, body }),
        await attempt({ method: 'POST', body }),
        await attempt({}, '/api/users/info'),
        await attempt({ headers: { authorization: 'Bearer x' } }, '/api/users/info'),
      ];
    }, origin);
    expect(read).toEqual(['refused', 'refused', 'refused', 'refused']);
    const sent = elsewhere.page.waitForRequest(
      (request) => request.method() === 'POST' && request.isNavigationRequest(),
    );
    const answered = elsewhere.page.waitForResponse((response) => response.request().isNavigationRequest());
    await elsewhere.page.evaluate(() => document.forms[0]?.submit());
    expect((await (await sent).allHeaders()).cookie).toBeUndefined();
    const answer = await answered;
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, code: 'request.invalid' });
    expect(answer.headers()['set-cookie']).toBeUndefined();
    await elsewhere.close();
    await context.close();
  });
});

test('an address with another URL in it does not redirect', async ({ page, origin }) => {
  for (const path of [
    '//elsewhere.example/',
    '/\\elsewhere.example',
    '/%2f%2felsewhere.example',
    '/?next=//elsewhere.example',
    '/x?url=https://elsewhere.example',
    '/.//elsewhere.example',
    '/@elsewhere.example',
  ]) {
    const answer = await page.request.get(`${origin}${path}`, { maxRedirects: 0 });
    expect([undefined, '/'], path).toContain(answer.headers().location);
  }
});
