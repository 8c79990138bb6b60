import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const MOVE = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const;

/** The wanted order; while the list is in use, the shown order, unless an item was added or removed. */
const calmOrder = (shown: readonly string[], wanted: readonly string[], inUse: boolean): readonly string[] => {
  const same = shown.length === wanted.length && shown.every((key) => wanted.includes(key));
  const unchanged = same && shown.every((key, index) => wanted[index] === key);
  return unchanged || (same && inUse) ? shown : wanted;
};

/** Whether a pointer or finger is over an element, or the focus is in it. */
const useInUse = (element: RefObject<HTMLElement | null>): boolean => {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const list = element.current;
    if (!list) return undefined;
    setPointed(list.matches(':hover'));
    const over = () => setPointed(true);
    const away = () => setPointed(false);
    const focus = () => setFocused(true);
    const blur = ({ relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && list.contains(relatedTarget));
    list.addEventListener('pointerenter', over);
    list.addEventListener('pointerleave', away);
    list.addEventListener('focusin', focus);
    list.addEventListener('focusout', blur);
    return () => {
      list.removeEventListener('pointerenter', over);
      list.removeEventListener('pointerleave', away);
      list.removeEventListener('focusin', focus);
      list.removeEventListener('focusout', blur);
    };
  }, [element]);
  return pointed || focused;
};

type Places = { readonly width: number; readonly of: ReadonlyMap<Element, { left: number; top: number }> };

const placesIn = (list: HTMLElement): Places => {
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  return {
    width: list.clientWidth,
    of: new Map(items.map((item) => [item, { left: item.offsetLeft, top: item.offsetTop }])),
  };
};

/**
 * Animates each item from its old position, unless the user prefers reduced motion. A resized list does not animate. A
 * list outside the viewport does not either, because measuring it would force a layout of the page at every change.
 */
const useMoveAnimation = (element: RefObject<HTMLElement | null>, order: readonly string[]): void => {
  const shown = useRef(order);
  const last = useRef<Places | undefined>(undefined);
  useEffect(() => {
    const list = element.current;
    if (!list) return undefined;
    const observer = new IntersectionObserver((entries) => {
      last.current = entries.at(-1)?.isIntersecting ? placesIn(list) : undefined;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [element]);
  useLayoutEffect(() => {
    const list = element.current;
    const before = last.current;
    const moved = shown.current !== order;
    shown.current = order;
    if (!list || !before) return;
    const places = placesIn(list);
    last.current = places;
    if (!moved || before.width !== places.width) return;
    if (!window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return;
    for (const [item, to] of places.of) {
      const from = before.of.get(item);
      if (!from || (from.left === to.left && from.top === to.top)) continue;
      item.animate([{ translate: `${from.left - to.left}px ${from.top - to.top}px` }, { translate: '0' }], MOVE);
    }
  });
};

/**
 * The order in which to show the items of a list that is sorted again and again; items move to their new places in an
 * animation. While a pointer, a finger or the focus is on the list, only an item that was added or removed changes the
 * order.
 */
export const useCalmOrder = (element: RefObject<HTMLElement | null>, wanted: readonly string[]): readonly string[] => {
  const inUse = useInUse(element);
  const [shown, setShown] = useState(wanted);
  const order = calmOrder(shown, wanted, inUse);
  if (order !== shown) setShown(order);
  useMoveAnimation(element, order);
  return order;
};
