/** Lets the browser save a text as a file. */
export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL during the current task.
  setTimeout(() => URL.revokeObjectURL(address));
};
