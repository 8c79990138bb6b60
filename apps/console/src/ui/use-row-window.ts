import { elementScroll, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** The greatest height of an element, pixels. Browsers cut off a higher one; Firefox has the lowest limit. */
const HIGHEST = 15_000_000;
const ROW_HEIGHT = 46;
const OVERSCAN = 12;

/**
 * How many pixels of rows one pixel of scrolling stands for: more than one if all rows together are higher than an
 * element can be.
 */
const scaleOf = (virtualizer: Pick<Virtualizer<Element, Element>, 'getTotalSize' | 'scrollRect'>): number => {
  const view = virtualizer.scrollRect?.height ?? 0;
  return Math.max(1, (virtualizer.getTotalSize() - view) / (HIGHEST - view));
};

type Options = {
  count: number;
  /** Whether there are too many rows to draw them all. */
  enabled: boolean;
  scroller: RefObject<HTMLElement | null>;
  keyOf(index: number): string;
};

/** The rows in sight of a scrolling element, with the heights of the space above and below them. */
export const useRowWindow = ({ count, enabled, scroller, keyOf }: Options) => {
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, scrolls) => tell(offset * scaleOf(instance), scrolls)),
    scrollToFn: (offset, { adjustments = 0, behavior }, instance) =>
      elementScroll((offset + adjustments) / scaleOf(instance), behavior === undefined ? {} : { behavior }, instance),
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items.at(0), items.at(-1)];
  const offset = virtualizer.scrollOffset ?? 0;
  // With a scale, the rows are drawn where the scrollbar is, not at their own offset.
  const shift = offset - offset / scaleOf(virtualizer);
  return {
    indexes: items.map(({ index }) => index),
    above: first === undefined ? 0 : Math.max(0, first.start - shift),
    below: last === undefined ? 0 : Math.max(0, Math.min(virtualizer.getTotalSize(), HIGHEST) - (last.end - shift)),
    nearEnd: last !== undefined && last.index >= count - OVERSCAN,
    measure: virtualizer.measureElement,
  };
};
