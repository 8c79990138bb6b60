import { useEffect, useRef } from 'react';
import { pastedBlock } from './file-kinds.ts';
import type { GivenTable } from './given-table.ts';

/**
 * Takes a block of cells that is pasted beside or into the fields of nominees. A single text is pasted as usual, and so is everything
 * in a dialog and in a description.
 */
export const usePastedTable = (onTable: (table: GivenTable) => void): void => {
  const latest = useRef(onTable);
  latest.current = onTable;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && (target.isContentEditable || target.closest('dialog, textarea'))) return;
      const block = pastedBlock(event.clipboardData?.getData('text/plain') ?? '');
      if (!block) return;
      event.preventDefault();
      latest.current(block);
    };
    // Before the field that has the focus takes the text.
    document.addEventListener('paste', paste, { capture: true });
    return () => document.removeEventListener('paste', paste, { capture: true });
  }, []);
};
