// @vitest-environment happy-dom
import { edition } from '@laurel/contracts/calls/edition';
import { castVote, statistics, turnout } from '@laurel/contracts/calls/vote';
import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { callApi, callQuietly } from '../lib/http.ts';
import { setRequestContext } from '../lib/request-context.ts';
import { editionWith } from '../testing/edition.ts';
import { cutOff } from './cut-off.ts';

const shown = { edition: editionWith({ year: 2031 }), statistics: [], turnout: { votes: 12, voters: 5 } };
const sent = vi.fn();
beforeAll(async () => {
  const data = document.createElement('script');
  Object.assign(data, { id: 'laurel-data', type: 'application/json', textContent: JSON.stringify(shown) });
  document.body.append(data);
  vi.stubGlobal('fetch', sent);
  cutOff();
  await startI18n('en');
  addModalTexts();
  const ipLookupUrl = '/api/client-ip';
  setRequestContext({ token: () => undefined, refuseToken: () => undefined, language: () => 'en', ipLookupUrl });
});

const press = (html: string): { prevented: boolean; target: string } => {
  document.body.insertAdjacentHTML('beforeend', html);
  const link = document.querySelector<HTMLAnchorElement>('a:last-of-type');
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  link?.dispatchEvent(event);
  const target = link?.target ?? '';
  link?.remove();
  return { prevented: event.defaultPrevented, target };
};

describe('a page that is cut off', () => {
  it('reads its own data, and sends nothing', async () => {
    expect((await callQuietly(edition)).data.year).toBe(2031);
    expect(await callQuietly(statistics)).toEqual([]);
    expect(await callQuietly(turnout)).toEqual(shown.turnout);
    const vote = callApi(castVote, { body: { nomination: 'media', niche: 'blog', vote: 'one' } });
    await expect(vote).rejects.toMatchObject({ code: 'limit.exceeded' });
    expect(sent).not.toHaveBeenCalled();
  });

  it('says in both languages that nothing is sent', async () => {
    const t = i18next.getFixedT('en', 'errors');
    expect(t('limit.exceeded')).toBe('This is a preview: nothing is sent.');
    expect(i18next.getFixedT('uk', 'errors')('limit.exceeded')).toBe('Це лише перегляд: нічого не надсилається.');
  });

  it('keeps its address and no cookie', () => {
    const before = location.href;
    history.pushState({ layer: 1 }, '', '/elsewhere');
    expect([history.state, location.href]).toEqual([{ layer: 1 }, before]);
    // biome-ignore lint/suspicious/noDocumentCookie: what is tested.
    document.cookie = 'laurel_language=uk';
    expect(document.cookie).toBe('');
  });

  it('stays in its frame: links to other sites open a tab, and those to this site do nothing', () => {
    expect(press('<a href="/">Home</a>').prevented).toBe(true);
    expect(press('<a href="#nominations">Skip</a>').prevented).toBe(false);
    expect(press('<a href="https://t.me/awards">Telegram</a>')).toEqual({ prevented: false, target: '_blank' });
  });
});
