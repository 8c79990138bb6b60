import type { Language } from '@laurel/contracts/languages';
import type { ReactNode } from 'react';
import { startI18n } from '../i18n/i18n.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { act, render } from './render.tsx';

/** Finds the only element with a text, whose spaces may bind words. */
const named = (selector: string, name: string): HTMLElement => {
  const all = [...document.body.querySelectorAll<HTMLElement>(selector)];
  const found = all.find(({ textContent }) => textContent?.replaceAll('\u00a0', ' ') === name);
  if (!found)
    throw new Error(`no ${selector} "${name}" among ${all.map(({ textContent }) => textContent).join(' | ')}`);
  return found;
};

const field = (label: string): HTMLInputElement => {
  const input = document.getElementById(named('label', label).getAttribute('for') ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field is labelled ${label}`);
  return input;
};

/** Sets a value as a browser does: React tracks the last value on the element itself. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** The user's actions. */
export const person = {
  press: (name: string) => act(() => named('button', name).click()),
  fill: (label: string, value: string) =>
    act(() => {
      const input = field(label);
      input.focus();
      setValue?.call(input, value);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    }),
  /** Sends the form of a field, as Enter does. */
  enter: (label: string) => act(() => field(label).form?.requestSubmit()),
};

/** What the user reads. */
export const page = {
  title: () => document.body.querySelector('h2')?.textContent,
  buttons: () => [...document.body.querySelectorAll('button')].map(({ textContent }) => textContent),
  /** Messages of each kind; an error is an alert. */
  news: (role: 'status' | 'alert') =>
    [...document.body.querySelectorAll(`[role=${role}]`)].map(({ textContent }) => textContent),
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
