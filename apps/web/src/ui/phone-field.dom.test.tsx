// @vitest-environment happy-dom

import { zodResolver } from '@hookform/resolvers/zod';
import { phoneFieldFor } from '@laurel/contracts/fields';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { cleanUp } from '../testing/clean-up.ts';
import { page, showStep } from '../testing/person.tsx';
import { act, becomes } from '../testing/render.tsx';
import { PhoneField } from './phone-field.tsx';
import { shownValues } from './shown-values.ts';

const LABEL = 'Phone number';
const PASTED = { inputType: 'insertFromPaste' };
const sent = vi.fn();

const Form = ({ blocked, initial }: { blocked: readonly string[]; initial: string }) => {
  const { register, handleSubmit, formState } = useForm({
    resolver: shownValues(zodResolver(z.object({ phoneNumber: phoneFieldFor(blocked) }))),
    mode: 'onTouched',
    defaultValues: { phoneNumber: initial },
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(sent)(event)}>
      <PhoneField
        {...register('phoneNumber')}
        label={LABEL}
        blockedRegions={blocked}
        error={formState.errors.phoneNumber?.message}
      />
    </form>
  );
};

const open = async (initial = '', blocked: readonly string[] = []) => {
  await showStep(<Form initial={initial} blocked={blocked} />);
};
afterEach(cleanUp);

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
/** Puts a text into a field as the browser does, with the cursor where it is after the event. */
const put = (input: HTMLInputElement, text: string, details?: InputEventInit, cursor = text.length) =>
  act(() => {
    setValue?.call(input, text);
    input.setSelectionRange(cursor, cursor);
    const event = details
      ? new InputEvent('input', { bubbles: true, ...details })
      : new Event('input', { bubbles: true });
    input.dispatchEvent(event);
  });
const leave = (input: HTMLInputElement) =>
  act(() => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const submit = () => act(() => page.field(LABEL).form?.requestSubmit());

describe('a phone field', () => {
  it('VA-10 shows the number in groups, and gives the form a plus and digits', async () => {
    await open('+380671234567');
    expect(page.field(LABEL).value).toBe('+380 67 123 45 67');
    await put(page.field(LABEL), '050 765-43-21', PASTED);
    expect(page.field(LABEL).value).toBe('+380 50 765 43 21');
    await submit();
    expect(sent.mock.calls[0]?.[0]).toEqual({ phoneNumber: '+380507654321' });
  });

  it('takes what a browser fills in, which has no input type', async () => {
    await open();
    await put(page.field(LABEL), '0671234567');
    expect(page.field(LABEL).value).toBe('+380 67 123 45 67');
  });

  it('loses its error when a valid number is pasted, and shows it again', async () => {
    await open();
    await leave(page.field(LABEL));
    await becomes(() => page.errorOf(LABEL), 'required');
    await put(page.field(LABEL), '380 67 123 45 67', PASTED);
    expect(page.errorOf(LABEL)).toBeUndefined();
    await put(page.field(LABEL), '0 67', PASTED);
    expect(page.errorOf(LABEL)).toBe('phoneInvalid');
  });

  it('VA-05 rejects a pasted number that is too long, and does not cut it', async () => {
    await open();
    await put(page.field(LABEL), '+380 67 123 45 67, +380 50 765 43 21', PASTED);
    expect(page.field(LABEL).value.replaceAll(' ', '')).toBe('+380671234567380507654321');
    await submit();
    expect(page.errorOf(LABEL)).toBe('phoneInvalid');
    expect(sent).not.toHaveBeenCalled();
  });

  it('keeps the cursor at its digit when a digit is typed in the middle', async () => {
    await open('+380671234567');
    const input = page.field(LABEL);
    await put(input, '+380 679 123 45 67', { inputType: 'insertText', data: '9' }, 8);
    expect([input.value, input.selectionStart]).toEqual(['+380 67 912 34 567', 9]);
    // A space alone would come back, so the digit beyond it is deleted.
    await put(input, '+380 67912 34 567', { inputType: 'deleteContentBackward' }, 7);
    expect([input.value, input.selectionStart]).toEqual(['+380 69 123 45 67', 6]);
    await put(input, '+380 679 123 45 67', { inputType: 'insertText', data: '7' }, 7);
    await put(input, '+380 67x 912 34 567', { inputType: 'insertText', data: 'x' }, 8);
    expect([input.value, input.selectionStart]).toEqual(['+380 67 912 34 567', 7]);
  });
});

describe('the list of countries', () => {
  const button = () => document.querySelector<HTMLElement>('button[aria-expanded]');
  const search = () => page.field('Search by country or code');
  const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
  const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;
  const press = (key: string) =>
    act(() => search().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  const openList = async () => {
    await act(() => button()?.click());
    await becomes(() => document.activeElement === search(), true);
  };

  it('names the number’s country, and Ukraine for an empty field', async () => {
    await open();
    expect([button()?.textContent, button()?.getAttribute('aria-label')]).toEqual([
      'UA',
      'UA: Ukraine, +380. Choose another country',
    ]);
    await put(page.field(LABEL), '+48 512 345 678', PASTED);
    expect(button()?.textContent).toBe('PL');
  });

  it('starts at the number’s country, finds another one, and changes the calling code', async () => {
    await open('+380671234567');
    await openList();
    expect(active()).toBe('Ukraine+380');
    await put(search(), 'pol', { inputType: 'insertText', data: 'l' });
    expect(options().map(({ textContent }) => textContent)).toEqual(['Poland+48', 'French Polynesia+689']);
    await press('ArrowDown');
    await press('ArrowDown');
    expect(active()).toBe('French Polynesia+689');
    await press('ArrowUp');
    await press('Enter');
    await becomes(() => page.field(LABEL).value, '+48 671 234 567');
    expect([document.activeElement, options().length]).toEqual([page.field(LABEL), 0]);
    // The key does not submit the form: this does.
    await submit();
    await becomes(() => sent.mock.calls.length, 1);
  });

  it('sends national numbers to the chosen country', async () => {
    await open();
    await openList();
    await put(search(), '44', { inputType: 'insertText', data: '4' });
    await act(() => options()[0]?.click());
    expect([page.field(LABEL).value, button()?.textContent]).toEqual(['+44', 'GB']);
    await put(page.field(LABEL), '07400 123456', PASTED);
    expect(page.field(LABEL).value).toBe('+44 7400 123456');
  });

  it('closes with Escape, which returns the focus and leaves the dialog open', async () => {
    await open();
    await openList();
    // A dialog closes when the key reaches the document.
    const reached = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener('keydown', reached, true);
    onTestFinished(() => document.removeEventListener('keydown', reached, true));
    await press('x');
    await press('Escape');
    expect([document.activeElement, options().length]).toEqual([button(), 0]);
    expect(reached.mock.calls.map(([event]) => event.key)).toEqual(['x']);
  });

  it('says if nothing is found', async () => {
    await open();
    await openList();
    await put(search(), 'nowhere', { inputType: 'insertText', data: 'e' });
    expect(page.news('status')).toContain('No country found. Try its calling code.');
    await press('Enter');
    expect(sent).not.toHaveBeenCalled();
  });

  it('VA-06 lacks blocked countries; without Ukraine a number needs its calling code', async () => {
    await open('', ['380']);
    expect([button()?.textContent, button()?.getAttribute('aria-label')]).toEqual(['+', 'Choose a country']);
    await put(page.field(LABEL), '0671234567', PASTED);
    expect(page.field(LABEL).value).toBe('+0671234567');
    await openList();
    await put(search(), 'ukraine', { inputType: 'insertText', data: 'e' });
    expect(options()).toEqual([]);
  });
});
