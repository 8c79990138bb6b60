import type { Language } from '@laurel/contracts/languages';
import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { startI18n } from '../i18n/i18n.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { act, render } from './render.tsx';

// Test files share modules and not the document, so nothing that belongs to a document is kept.
const visible = () => within(document.body);
/** Acts without pauses: a pause never ends while a test has faked the timers. */
const hand = () => userEvent.setup({ document, delay: null });

const field = (label: string): HTMLInputElement =>
  visible().getByLabelText<HTMLInputElement>(label, { selector: 'input' });

/** Compares accessible names, in which no-break spaces bind short words. */
const isNamed =
  (name: string) =>
  (accessible: string): boolean =>
    accessible.replace(/\s+/g, ' ') === name;

/** The user's actions. */
export const person = {
  press: (name: string, role: 'button' | 'tab' = 'button') =>
    act(() => hand().click(visible().getByRole(role, { name: isNamed(name) }))),
  /** Replaces the value of a field at once, as a password manager does. */
  fill: (label: string, value: string) =>
    act(async () => {
      const input = field(label);
      const user = hand();
      await user.click(input);
      await user.clear(input);
      await user.paste(value);
    }),
  /** Sends the form of a field, as Enter does. */
  enter: (label: string) => act(() => field(label).form?.requestSubmit()),
};

/** What the user reads. */
export const page = {
  title: () => visible().queryByRole('heading', { level: 2 })?.textContent,
  buttons: () =>
    visible()
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  /** Messages of each kind; an error is an alert. */
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
  /** The texts under a field. */
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
  const around = (inner: ReactNode) => (
    <Dialog closable closeButton={false} onClose={() => undefined}>
      {inner}
    </Dialog>
  );
  const shown = await render(around(step));
  return { ...shown, rerender: (next: ReactNode) => shown.rerender(around(next)) };
};
