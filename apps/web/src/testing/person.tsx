import type { Language } from '@laurel/contracts/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '../app/query-client.ts';
import { startI18n } from '../i18n/i18n.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { act, render } from './render.tsx';

// Test files share modules but not the document, so this is a function.
const visible = () => within(document.body);
/** A user who does not pause between actions: a pause never ends while a test fakes the timers. */
const newUser = () => userEvent.setup({ document, delay: null });

const field = (label: string): HTMLInputElement =>
  visible().getByLabelText<HTMLInputElement>(label, { selector: 'input' });

/** Compares a name with an accessible name, which may have no-break spaces after short words. */
const isNamed =
  (name: string) =>
  (accessible: string): boolean =>
    accessible.replace(/\s+/g, ' ') === name;

/** The user's actions. */
export const person = {
  press: (name: string, role: 'button' | 'tab' = 'button') =>
    act(() => newUser().click(visible().getByRole(role, { name: isNamed(name) }))),
  /** Replaces the value of a field at once, as a password manager does. */
  fill: (label: string, value: string) =>
    act(async () => {
      const input = field(label);
      const user = newUser();
      await user.click(input);
      await user.clear(input);
      await user.paste(value);
    }),
  /** Fills a field as some browsers do: React takes the event for one without a change. */
  fillUnnoticed: (label: string, value: string) =>
    act(() => {
      const input = field(label);
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }),
  /** Clicks the submit button of a field's form, as a browser does for Enter (HTML, "Implicit submission"). */
  enter: (label: string) => act(() => field(label).form?.querySelector<HTMLElement>('[type=submit]')?.click()),
};

/** What the user reads. */
export const page = {
  title: () => visible().queryByRole('heading', { level: 2 })?.textContent,
  buttons: () =>
    visible()
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  /** The texts of all messages with a role; an error has the role `alert`. */
  news: (role: 'status' | 'alert') =>
    visible()
      .queryAllByRole(role)
      .map(({ textContent }) => textContent),
  field,
  /** What a screen reader says after the name of the focused element. */
  description: () => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent);
    return texts.join(' ').replaceAll('\u00a0', ' ');
  },
  /** The text of a field's error. */
  errorOf: (label: string) => {
    const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    const id = ids.find((each) => each.endsWith('-error'));
    return id === undefined ? undefined : document.getElementById(id)?.textContent;
  },
};

/** Shows a step in a dialog. */
export const showStep = async (step: ReactNode, language: Language = 'en') => {
  await startI18n(language);
  addModalTexts();
  const client = createQueryClient();
  const around = (inner: ReactNode) => (
    <QueryClientProvider client={client}>
      <Dialog closable closeButton={false} onClose={() => undefined}>
        {inner}
      </Dialog>
    </QueryClientProvider>
  );
  const shown = await render(around(step));
  return { ...shown, rerender: (next: ReactNode) => shown.rerender(around(next)) };
};
