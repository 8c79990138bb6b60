import { useNavigate } from '@tanstack/react-router';
import type { DragEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { splitItem } from './apply-edits.ts';
import { type Category, kindOf, type Nomination, type Nominee } from './outline.ts';
import { useDraft } from './use-draft.ts';
import { useNames } from './use-names.ts';

type Item = Nomination | Category | Nominee;

const LISTS = { nomination: 'nominations', category: 'categories', nominee: 'companies' } as const;

/** The item that is being dragged: a browser hides its data until it is dropped. */
let dragged: string | undefined;

/** All nominations, categories or nominees beside an item, in their order. */
const listOf = (nominations: readonly Nomination[], path: string): readonly Item[] => {
  const { list } = splitItem(path);
  const categories = nominations.flatMap((each) => each.categories);
  const above = splitItem(list).list;
  if (list === 'nominations') return nominations;
  return (
    nominations.find((each) => each.path === above)?.categories ??
    categories.find((each) => each.path === above)?.nominees ??
    []
  );
};

/** Says to a screen reader what happened. */
const say = (text: string): void => {
  const place = document.getElementById('editor-news');
  if (place) place.textContent = text;
};

/** Keeps the focus where it is while its item moves, which takes it away. */
const keepFocus = (): void => {
  const focused = document.activeElement;
  window.setTimeout(() => focused instanceof HTMLElement && focused.focus());
};

/** Moves of items: by a step, to another place, and by dragging. */
export const useMoves = () => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const navigate = useNavigate({ from: '/edition/editor' });
  const { nominations, edit, mayEdit, id } = useDraft();

  const move = (item: string, list: string, at: number): void => {
    const { tag } = splitItem(item);
    const moved = listOf(nominations, item).find(({ path }) => path === item);
    const others = listOf(nominations, `${list}.-`).filter(({ path }) => path !== item);
    if (!moved || others.some((each) => each.tag === tag)) {
      say(t('alreadyThere', { name: nameOf(moved?.name ?? {}) }));
      return;
    }
    edit([{ kind: 'move', item, list, at }]);
    say(t('moved', { name: nameOf(moved.name), place: at + 1, of: others.length + 1 }));
    void navigate({
      search: (search) => ({
        ...search,
        // A nominee that is open stays open in its other category.
        ...(search.at === item || search.at?.startsWith(`${item}.`)
          ? { draft: id, at: `${list}.${tag}${search.at.slice(item.length)}` }
          : {}),
      }),
      replace: true,
      resetScroll: false,
    });
  };

  /** Moves an item up or down in its list. */
  const step = (item: string, by: -1 | 1): void => {
    const items = listOf(nominations, item);
    const at = items.findIndex(({ path }) => path === item) + by;
    if (!mayEdit || at < 0 || at >= items.length) return;
    keepFocus();
    move(item, splitItem(item).list, at);
  };

  const drop = (item: string, target: string): void => {
    if (kindOf(item) !== kindOf(target)) {
      const kind = kindOf(item);
      if (kind === 'category' || kind === 'nominee') {
        const list = `${target}.${LISTS[kind]}`;
        move(item, list, listOf(nominations, `${list}.-`).length);
      }
      return;
    }
    const at = listOf(nominations, target).findIndex(({ path }) => path === target);
    move(item, splitItem(target).list, at);
  };

  const takes = (target: string): boolean => {
    if (dragged === undefined || dragged === target) return false;
    const [kind, onto] = [kindOf(dragged), kindOf(target)];
    return (
      kind === onto || (kind === 'nominee' && onto === 'category') || (kind === 'category' && onto === 'nomination')
    );
  };

  return {
    move,
    step,
    /** Handles Alt and an arrow key on an item. */
    onKeyDown: (item: string) => (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      step(item, event.key === 'ArrowUp' ? -1 : 1);
    },
    /** The attributes of an item that can be dragged, and on which others can be dropped. */
    dragOf: (item: string) => ({
      draggable: mayEdit,
      onDragStart: (event: DragEvent) => {
        dragged = item;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        event.stopPropagation();
      },
      onDragEnd: () => {
        dragged = undefined;
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!takes(item)) return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.dataset.over = '';
      },
      onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>) => {
        delete currentTarget.dataset.over;
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        delete event.currentTarget.dataset.over;
        if (!takes(item) || dragged === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        drop(dragged, item);
        dragged = undefined;
      },
    }),
  };
};
