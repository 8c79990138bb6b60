/** The outcome: shared in the browser's share dialog, copied or saved instead, or `none` if the user cancelled. */
export type Shared = 'shared' | 'copied' | 'saved' | 'none';

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * Shares a link in the browser's share dialog; copies it if there is no dialog or the dialog fails.
 * @throws Error if it can't be copied either
 */
export const shareLink = async (link: { readonly text: string; readonly url: string }): Promise<Shared> => {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (isCancelled(error)) return 'none';
    }
  }
  await navigator.clipboard.writeText(link.url);
  return 'copied';
};

/**
 * Loads a file of the site.
 * @throws Error if it can't be loaded
 */
export const fetchFile = async (url: string, name: string): Promise<File> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered with ${answer.status}`);
  return new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? '' });
};

/** Saves a file as a download. */
export const saveFile = (file: File): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Saves a text as a download. */
export const saveText = (name: string, text: string): void => saveFile(new File([text], name, { type: 'text/plain' }));

/** Shares a file in the browser's share dialog; saves it if the browser can't share files or the dialog fails. */
export const shareFile = async (file: File): Promise<Shared> => {
  const data = { files: [file] };
  if (typeof navigator.canShare === 'function' && navigator.canShare(data)) {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if (isCancelled(error)) return 'none';
    }
  }
  saveFile(file);
  return 'saved';
};
