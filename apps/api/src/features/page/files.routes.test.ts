import { makeBuiltPage } from '@laurel/support/built-page';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, describe, expect, it } from 'vitest';

const built = makeBuiltPage();
const api = useTestApi({ WEB_DIR: built.dir });
afterAll(() => built.remove());

describe('the site', () => {
  it('serves hashed files for a year, and no other files', async () => {
    const file = await api.app.inject({ method: 'GET', url: '/assets/app.abc123.js' });
    expect(file.statusCode).toBe(200);
    expect(file.headers['cache-control']).toContain('immutable');
    for (const url of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/nothing.js']) {
      expect((await api.app.inject({ method: 'GET', url })).body, url).not.toContain('laurel-now');
    }
  });

  it('does not list folders', async () => {
    for (const url of ['/assets', '/assets/', '/assets/.', '/assets//', '/api/edition/logos', '/api/edition/logos/']) {
      const answer = await api.app.inject({ method: 'GET', url });
      expect([url, answer.statusCode], answer.body).toEqual([url, expect.toSatisfy((status) => status >= 300)]);
      expect(answer.body, url).not.toMatch(/app\.abc123|\.svg|<li|<a /);
    }
  });

  it('serves robots.txt and the web app manifest', async () => {
    const robots = await api.app.inject({ method: 'GET', url: '/robots.txt' });
    expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(robots.body).toMatch(/^User-agent: \*\n(?:.*\n)*Disallow: \/api\/$/m);
    const manifest = await api.app.inject({ method: 'GET', url: '/manifest.webmanifest' });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json()).toMatchObject({
      name: 'Meridian Awards 2025',
      start_url: '/',
      icons: [{ src: '/assets/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
    });
  });

  it('LP-01 is at the root; other paths redirect to it', async () => {
    expect((await api.app.inject({ method: 'GET', url: '/' })).statusCode).toBe(200);
    for (const url of [
      '/some/old/link',
      '/nominations',
      '/index.html',
      '/vote?nomination=donat',
      '/apiary',
      '/share.html',
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const lost = await api.app.inject({ method, url });
        expect([url, lost.statusCode, lost.headers.location]).toEqual([url, 302, '/']);
      }
    }
  });

  it('LP-01 does not redirect requests for the API or a file', async () => {
    for (const url of [
      '/api',
      '/api/nothing',
      '/api/users/nobody?x=1',
      '/assets/',
      '/assets/nothing.js',
      '/dev/nothing',
    ]) {
      const missing = await api.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      expect([url, missing.statusCode, missing.headers.location]).toEqual([url, 404, undefined]);
    }
    const posted = await api.app.inject({ method: 'POST', url: '/some/old/form', payload: {} });
    expect(posted.statusCode).toBe(404);
  });
});
