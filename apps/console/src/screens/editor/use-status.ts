import { isSame, valueAt } from './apply-edits.ts';
import { useDraft } from './use-draft.ts';

/** Whether an item or a field is new or another one than what is live; undefined if it is the same, or nothing is live. */
export const useStatus = () => {
  const { live, get } = useDraft();
  return (path: string): 'new' | 'changed' | undefined => {
    if (!live || isSame(valueAt(live, path), get(path))) return undefined;
    return valueAt(live, path) === null ? 'new' : 'changed';
  };
};
