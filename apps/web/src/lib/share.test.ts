import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile, shareFile, shareLink } from './share.ts';

const LINK = { text: 'Vote', url: 'https://awards.example/?nomination=donat' };
const FILE = new File(['picture'], 'picks.png', { type: 'image/png' });
const writeText = vi.fn(async () => undefined);
const link = { href: '', download: '', click: vi.fn() };

const browser = (own: object) => vi.stubGlobal('navigator', { clipboard: { writeText }, ...own });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: () => link });
  vi.stubGlobal('window', { setTimeout });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a link', () => {
  it('is shared in the browser’s share dialog', async () => {
    const share = vi.fn(async () => undefined);
    browser({ share });
    expect([await shareLink(LINK), share.mock.calls, writeText.mock.calls]).toEqual(['shared', [[LINK]], []]);
  });

  it('is copied if there is no share dialog', async () => {
    browser({});
    expect([await shareLink(LINK), writeText.mock.calls]).toEqual(['copied', [[LINK.url]]]);
  });

  it('is neither shared nor copied when the user closes the dialog', async () => {
    browser({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
    expect([await shareLink(LINK), writeText.mock.calls]).toEqual(['none', []]);
  });

  it.each<[string, () => Promise<void>]>([
    ['the browser forbids it', () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'))],
    ['no app takes it', () => Promise.reject(new TypeError('no app for it'))],
  ])('is copied if the dialog fails: %s', async (_why, share) => {
    browser({ share });
    expect([await shareLink(LINK), writeText.mock.calls]).toEqual(['copied', [[LINK.url]]]);
  });

  it('is an error if it can’t be copied either', async () => {
    const clipboard = { writeText: () => Promise.reject(new DOMException('blocked', 'NotAllowedError')) };
    browser({ clipboard });
    await expect(shareLink(LINK)).rejects.toThrow('blocked');
    browser({ clipboard: undefined });
    await expect(shareLink(LINK)).rejects.toThrow(TypeError);
  });
});

describe('a file', () => {
  it('is shared if the browser can share files', async () => {
    const share = vi.fn(async () => undefined);
    browser({ canShare: () => true, share });
    expect([await shareFile(FILE), share.mock.calls]).toEqual(['shared', [[{ files: [FILE] }]]]);
    expect(link.click).not.toHaveBeenCalled();
  });

  it.each<[string, object]>([
    ['the browser can’t share files', { canShare: () => false }],
    ['the browser has no share dialog', {}],
    ['sharing fails', { canShare: () => true, share: () => Promise.reject(new TypeError('no app for it')) }],
  ])('is saved if %s', async (_why, own) => {
    browser(own);
    expect([await shareFile(FILE), link.download, link.href]).toEqual(['saved', 'picks.png', 'blob:1']);
    expect(link.click).toHaveBeenCalledTimes(1);
  });

  it('is not saved when the user closes the dialog', async () => {
    browser({ canShare: () => true, share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
    expect(await shareFile(FILE)).toBe('none');
    expect(link.click).not.toHaveBeenCalled();
  });
});

describe('a file of the site', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is loaded with its type and the given name', async () => {
    vi.stubGlobal('fetch', async () => new Response('png', { headers: { 'content-type': 'image/png' } }));
    const file = await fetchFile('/share/card.png', 'winner.png');
    expect([file.name, file.type, await file.text()]).toEqual(['winner.png', 'image/png', 'png']);
  });

  it('is an error if the site does not have it', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 429 }));
    await expect(fetchFile('/share/card.png', 'winner.png')).rejects.toThrow('/share/card.png answered with 429');
  });
});
