// @vitest-environment happy-dom
import { zodResolver } from '@hookform/resolvers/zod';
import { passwordField } from '@laurel/contracts/fields';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { act, render } from '../testing/render.tsx';
import { cleaned, NEW_PASSWORD } from './cleaned.ts';

const schema = z.object({ password: passwordField });

const Form = () => {
  const { register, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { password: '' },
  });
  const { errors } = formState;
  return (
    <>
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
    await leave('password');
    expect(error('password')).toBe('required');
    await put('password', ' Secret1! ', PASTED);
    expect([field('password').value, error('password')]).toEqual(['Secret1!', '']);
  });

  it('shows its error again if another value is invalid too', async () => {
    await leave('password');
    await put('password', ' Se1! ', PASTED);
    expect([field('password').value, error('password')]).toEqual(['Se1!', 'passwordShort']);
  });

  it.each([
    ['pasted', PASTED],
    ['filled in by a password manager', undefined],
  ])('keeps a value that is too long whole, and rejects it, if it is %s', async (_, details) => {
    await leave('password');
    await put('password', 'Generated1!Generated2!', details);
    expect([field('password').value, error('password')]).toEqual(['Generated1!Generated2!', 'passwordLong']);
  });

  it('stops typing at the limit', async () => {
    await put('password', 'Abcdefgh1!Abcdefgh1!', PASTED);
    await put('password', 'Abcdefgh1!Abcdefgh1!x', { inputType: 'insertText', data: 'x' });
    expect(field('password').value).toBe('Abcdefgh1!Abcdefgh1!');
  });

  it('VA-03 takes no character in the middle once it is full, and loses none at its end', async () => {
    const [full, upTo] = ['Secret1!Secret1!Abcd', 'Secr7'];
    await put('password', full, undefined);
    const input = field('password');
    // As after typing in the middle: the cursor is behind the new character.
    const typed = `${upTo}${full.slice(upTo.length - 1)}`;
    await act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
      input.setSelectionRange(upTo.length, upTo.length);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '7' }));
    });
    expect([input.value, input.selectionStart]).toEqual([full, upTo.length - 1]);
  });
});
