// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { WarningModal } from './warning-modal.tsx';

let shown: Awaited<ReturnType<typeof showStep>>;
afterEach(() => shown.close());

it('MD-11 the question about the mailbox continues only after the box is ticked', async () => {
  const onConfirmed = vi.fn();
  shown = await showStep(<WarningModal onConfirmed={onConfirmed} />);
  const confirm = [...document.querySelectorAll('button')].at(-1);
  const tick = document.querySelector<HTMLInputElement>('input[type=checkbox]');
  await act(() => confirm?.click());
  expect(onConfirmed).not.toHaveBeenCalled();
  await act(() => tick?.click());
  await act(() => confirm?.click());
  expect(onConfirmed).toHaveBeenCalledTimes(1);
});
