// @vitest-environment happy-dom
import { zodResolver } from '@hookform/resolvers/zod';
import { passwordField, phoneField } from '@laurel/contracts/fields';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { act, render } from '../testing/render.tsx';
import { cleaned, NEW_PASSWORD, PHONE } from './cleaned.ts';

const schema = z.object({ phoneNumber: phoneField, password: passwordField });

const Form = () => {
  const { register, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
  });
  const { errors } = formState;
  return (
    <>
      <input {...cleaned(register('phoneNumber'), PHONE)} />
      <p>{errors.phoneNumber?.message}</p>
      <input {...cleaned(register('password'), NEW_PASSWORD)} />
      <p>{errors.password?.message}</p>
    </>
  );
};

let page: Awaited<ReturnType<typeof render>>;
beforeEach(async () => {
  page = await render(<Form />);
});
afterEach(() => page.close());

const field = (name: string): HTMLInputElement => {
  const found = page.container.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const error = (name: string): string | null | undefined => field(name).nextElementSibling?.textContent;
/** Sets a field's value as the browser does, so that React notices the change and the event. */
const put = (name: string, value: string, details: InputEventInit | undefined) =>
  act(() => {
    const input = field(name);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    const event = details
      ? new InputEvent('input', { bubbles: true, ...details })
      : new Event('input', { bubbles: true });
    input.dispatchEvent(event);
  });
const leave = (name: string) => act(() => field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const PASTED = { inputType: 'insertFromPaste' };

describe('a cleaned field', () => {
  it('loses its error when the cleaned value is valid', async () => {
    for (const [name, pasted, kept] of [
      ['phoneNumber', '380 67 123 45 67', '+380671234567'],
      ['password', ' Secret1! ', 'Secret1!'],
    ] as const) {
      await leave(name);
      expect(error(name)).toBe('This field is required');
      await put(name, pasted, PASTED);
      expect([field(name).value, error(name)]).toEqual([kept, '']);
    }
  });

  it('shows its error again if another value is invalid too', async () => {
    await leave('phoneNumber');
    await put('phoneNumber', '0 67', PASTED);
    expect([field('phoneNumber').value, error('phoneNumber')]).toEqual([
      '+067',
      'Enter a valid phone number in international format',
    ]);
  });

  it.each([
    ['pasted', PASTED],
    ['filled in by a password manager', undefined],
  ])('keeps a value that is too long whole, and rejects it, if it is %s', async (_, details) => {
    await leave('password');
    await put('password', 'Generated1!Generated2!', details);
    expect([field('password').value, error('password')]).toEqual([
      'Generated1!Generated2!',
      'Password must not exceed 20 characters',
    ]);
  });

  it('stops typing at the limit', async () => {
    await put('password', 'Abcdefgh1!Abcdefgh1!', PASTED);
    await put('password', 'Abcdefgh1!Abcdefgh1!x', { inputType: 'insertText', data: 'x' });
    expect(field('password').value).toBe('Abcdefgh1!Abcdefgh1!');
    await put('phoneNumber', '12345678901234567890', { inputType: 'insertText', data: '12345678901234567890' });
    expect(field('phoneNumber').value).toBe('+123456789012345');
  });

  it.each([
    ['phoneNumber', '+380671234567890', '+38067'],
    ['password', 'Secret1!Secret1!Abcd', 'Secr7'],
  ])(
    'VA-05 a full %s takes nothing more where the cursor is, and loses nothing at its end',
    async (name, full, upTo) => {
      await put(name, full, undefined);
      const input = field(name);
      // As after typing in the middle: the cursor is behind the new character.
      const typed = `${upTo}${full.slice(upTo.length - 1)}`;
      await act(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
        input.setSelectionRange(upTo.length, upTo.length);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '7' }));
      });
      expect([input.value, input.selectionStart]).toEqual([full, upTo.length - 1]);
    },
  );
});
