import type { Language } from '@laurel/contracts/languages';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { followRefusals } from '../app/refusals.ts';
import { createConsoleRouter } from '../app/router.tsx';
import { startI18n } from '../i18n/i18n.ts';
import { followLanguage } from '../i18n/language.ts';
import { stubApi } from './fake-api.ts';

// React then reports updates outside act(), for which a test did not wait.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
configure({ asyncUtilTimeout: 60_000 });

/** The consoles that a test opened. */
const opened: (() => Promise<void>)[] = [];

/** Opens the console at an address, as the browser does. `afterEach(closeConsole)` closes it. */
export const openConsole = async (path: string, language: Language = 'en') => {
  await startI18n(language);
  const unfollow = followLanguage();
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const router = createConsoleRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  followRefusals(router, queryClient);
  const { unmount } = render(<App queryClient={queryClient} router={router} />);
  const close = async (): Promise<void> => {
    await act(async () => unmount());
    queryClient.clear();
    unfollow();
  };
  opened.push(close);
  await screen.findByRole('heading', { level: 1 });
  return {
    router,
    queryClient,
    address: () => router.state.location.href,
    /** Loads everything on the screen again. */
    refresh: () => act(() => queryClient.refetchQueries()),
    close,
  };
};

/** Closes the console, and resets what a test changed in the browser. */
export const closeConsole = async (): Promise<void> => {
  vi.useRealTimers();
  for (const close of opened.splice(0)) await close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
};

type Answers = Parameters<typeof stubApi>[0];

/** One screen under test: before each test the server has these answers, and after it the console closes. */
export const startScreen = (path: string, given: () => Answers) => {
  const answers: Answers = {};
  let api: ReturnType<typeof stubApi>;
  let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
  beforeEach(() => {
    for (const call of Object.keys(answers)) delete answers[call];
    api = stubApi(Object.assign(answers, given()));
  });
  afterEach(closeConsole);
  return {
    /** A test may change them at any time. */
    answers,
    sentTo: (call: string) => api.sentTo(call),
    /** The calls that the console made. */
    calls: () => api.requests.map(({ call }) => call),
    open: async ({ at = path, language = 'en' }: { at?: string; language?: Language } = {}): Promise<void> => {
      shown = await openConsole(at, language);
    },
    /** The console that was opened last. */
    shown: () => shown,
    address: () => shown?.address(),
    refresh: () => shown?.refresh(),
  };
};

// Test files share modules but not the document, so this is a function.
const visible = () => within(document.body);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Compares a name with an accessible name, which may have no-break spaces after short words. */
const named = (name: string | RegExp) => (accessible: string) =>
  typeof name === 'string' ? plain(accessible) === name : name.test(plain(accessible));

/** The person's actions, by visible names alone. */
export const person = {
  press: async (name: string | RegExp, role: 'button' | 'link' | 'radio' | 'checkbox' | 'tab' = 'button') =>
    userEvent.setup({ document, delay: null }).click(await visible().findByRole(role, { name: named(name) })),
  /** Presses a button of one of several open dialogs. */
  pressIn: async (dialog: string, name: string) =>
    userEvent
      .setup({ document })
      .click(within(await visible().findByRole('dialog', { name: dialog })).getByRole('button', { name: named(name) })),
  /** Gives the reason that the open dialog asks for, and presses its button. */
  explain: async (why: string, action: string, dialog: string | RegExp = /./) => {
    await person.fill(/^(Why|Причина)$/, why);
    const open = within(await visible().findByRole('dialog', { name: dialog }));
    await userEvent.setup({ document, delay: null }).click(await open.findByRole('button', { name: named(action) }));
  },
  fill: async (label: string | RegExp, value: string) => {
    const user = userEvent.setup({ document, delay: null });
    const field = await visible().findByLabelText(label);
    await user.click(field);
    await user.clear(field);
    await user.paste(value);
  },
  choose: async (label: string, value: string) =>
    userEvent.setup({ document, delay: null }).selectOptions(await visible().findByLabelText(label), value),
};

/** What the person sees. */
export const page = {
  title: () => plain(visible().getByRole('heading', { level: 1 }).textContent ?? ''),
  find: (text: string | RegExp) => visible().findByText(text),
  has: (text: string | RegExp) => visible().queryByText(text) !== null,
  alert: async () => plain((await visible().findByRole('alert')).textContent ?? ''),
  button: (name: string | RegExp) => visible().queryByRole('button', { name: named(name) }),
  links: () =>
    visible()
      .queryAllByRole('link')
      .map(({ textContent }) => plain(textContent ?? '')),
  addressOf: (name: string) =>
    visible()
      .getByRole('link', { name: named(name) })
      .getAttribute('href'),
  dialog: () => visible().queryByRole('dialog'),
  field: (label: string) => visible().getByLabelText<HTMLInputElement>(label),
  heading: (name: string | RegExp) => visible().findByRole('heading', { name: named(name) }),
};
