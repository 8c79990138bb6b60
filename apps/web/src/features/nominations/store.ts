import { create } from 'zustand';
import { keepInView } from '../../lib/keep-in-view.ts';
import { afterRender, scrollToId } from '../../lib/scroll.ts';
import type { LinkedNominee, Place } from './flow.ts';

type Shown = {
  /** The tags of the open nominations; undefined before the first change of them. */
  readonly expanded: readonly string[] | undefined;
  /** The tag of the chosen category, by nomination; a nomination without one shows its first. */
  readonly chosen: Readonly<Record<string, string>>;
  /** The nominee that the search led to, and its nomination. */
  readonly marked: MarkedNominee | undefined;
};

/** A nominee whose card is marked, because a link or the search led to it. */
export type MarkedNominee = LinkedNominee & { readonly nomination: string };

/** The anchor of the marked card. */
export const MARKED_ID = 'linked-nominee';

/** Which nominations are open, and which of their categories are shown. */
export const useShown = create<Shown>(() => ({ expanded: undefined, chosen: {}, marked: undefined }));

/** Opens exactly these nominations. */
export const expand = (tags: readonly string[]): void => useShown.setState({ expanded: tags });

/** Shows a category of its nomination. */
export const chooseCategory = ({ nomination, niche }: Place): void =>
  useShown.setState(({ chosen }) => ({ chosen: { ...chosen, [nomination]: niche } }));

/**
 * Scrolls to the marked card and keeps it in view for a while; with `focus`, also moves the focus there.
 * @returns stops it
 */
export const goToMarked = (focus: boolean): (() => void) => {
  if (focus) document.getElementById(MARKED_ID)?.focus({ preventScroll: true });
  return keepInView(MARKED_ID);
};

/** Opens a nominee's category, marks its card, scrolls to it and moves the focus there. */
export const showNominee = (nominee: MarkedNominee): void => {
  const { nomination } = nominee;
  chooseCategory(nominee);
  useShown.setState(({ expanded = [] }) => ({
    marked: nominee,
    expanded: expanded.includes(nomination) ? expanded : [...expanded, nomination],
  }));
  afterRender(() => void goToMarked(true));
};

/** Opens a category, scrolls to it and moves the focus there: to its tab, or to the nomination's heading. */
export const showCategory = (place: Place): void => {
  const { nomination } = place;
  chooseCategory(place);
  useShown.setState(({ expanded = [] }) => ({
    expanded: expanded.includes(nomination) ? expanded : [...expanded, nomination],
  }));
  afterRender(() => {
    const item = document.getElementById(nomination);
    const tab = item?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    (tab ?? item?.querySelector('button'))?.focus({ preventScroll: true });
    scrollToId(nomination);
  });
};
