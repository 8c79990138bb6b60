/** Escapes a text for an HTML element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
