// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noteAnswer, noteTrouble, useConnection } from './connection.ts';

it('the connection is good with each answer, whose time stays while it is lost or failing', () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const [first, second, third] = [1, 2, 3].map((minute) => new Date(`2026-11-24T20:0${minute}:00Z`));
  if (!first || !second || !third) throw new Error('three times');
  act(() => noteAnswer(first));
  let renders = 0;
  const { result, unmount } = renderHook(() => {
    renders += 1;
    return useConnection();
  });
  const drawn = renders;
  // Nothing shows the time of a good connection, so it is not drawn again.
  act(() => noteAnswer(second));
  expect([result.current.state, renders]).toEqual(['good', drawn]);
  for (const trouble of ['lost', 'failing'] as const) {
    act(() => noteTrouble(trouble));
    expect(result.current).toEqual({ state: trouble, answeredAt: second });
  }
  const troubled = renders;
  act(() => noteTrouble('failing'));
  expect(renders).toBe(troubled);
  act(() => noteAnswer(third));
  expect(result.current).toEqual({ state: 'good', answeredAt: third });
  unmount();
});
