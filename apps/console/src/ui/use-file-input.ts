import { type ChangeEvent, type DragEvent, useState } from 'react';

/** The properties of an input of files on which files are dropped, too, and whether some are held over it. */
export const useFileInput = (busy: boolean, onFiles: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    setOver(false);
    if (files && files.length > 0 && !busy) onFiles([...files]);
  };
  const input = {
    type: 'file',
    disabled: busy,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(!busy);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer.files);
    },
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      take(target.files);
      // The same file can be chosen again once it is corrected.
      target.value = '';
    },
  };
  return { over, input };
};
