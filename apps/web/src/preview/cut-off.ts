import { type InLanguages, inLanguage, LANGUAGES } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { readPageData } from '../app/page-data.ts';
import { answerFrom, REFUSAL } from './answer.ts';

/** What a form says in place of its refusal. */
const NOTHING_SENT: InLanguages<string> = {
  en: 'This is a preview: nothing is sent.',
  uk: 'Це лише перегляд: нічого не надсилається.',
};

/** Keeps links from leaving the frame: those of this site do nothing, others open a tab. */
const holdLinks = ({ target }: Event): boolean => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.getAttribute('href')?.startsWith('#')) return false;
  if (link.host === location.host) return true;
  link.target = '_blank';
  return false;
};

/**
 * Lets the voters' page work without anything outside of it. The page's policy already refuses connections, and gives it an
 * origin of its own without cookies or storage; so code that needs them would fail.
 */
export const cutOff = (): void => {
  const define = (on: object, name: string, value: PropertyDescriptor): void => {
    Object.defineProperty(on, name, { configurable: true, ...value });
  };
  define(window, 'fetch', {
    // The app's calls name their address as a text.
    value: async (url: string, { method = 'GET' }: RequestInit = {}) =>
      answerFrom(await readPageData(), { method, url }),
  });
  define(document, 'cookie', { get: () => '', set: () => undefined });
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    // The address names what is shown, and such a page may not change its path.
    define(history, name, { value: (state: unknown) => change(state, '') });
  }
  document.addEventListener('click', (event) => holdLinks(event) && event.preventDefault(), { capture: true });
  i18next.on('initialized', () => {
    i18next.store.on('added', (language: string, namespace: string) => {
      const known = LANGUAGES.find((each) => each === language);
      if (namespace !== 'errors' || known === undefined) return;
      i18next.addResource(language, namespace, REFUSAL, inLanguage(NOTHING_SENT, known), { silent: true });
    });
  });
};
