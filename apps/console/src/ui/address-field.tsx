import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur'> & {
  /** What the address has, as the field shows it. */
  value: string;
  /**
   * Writes what was typed into the address.
   * @returns the value that the address gets; undefined if it stays, such as while a date is incomplete
   */
  onWrite(input: HTMLInputElement): string | undefined;
};

/**
 * A field whose value is in the address. It keeps its own text: the address changes after the key was pressed, and the caret
 * would go to the end. Its text follows the address when that changed elsewhere, and when the person leaves the field.
 */
export const AddressField = ({ value, onWrite, ...field }: Props) => {
  const [text, setText] = useState(value);
  /** What was written and has not arrived in the address yet, oldest first. */
  const awaited = useRef<string[]>([]);

  useEffect(() => {
    const place = awaited.current.indexOf(value);
    awaited.current = place === -1 ? [] : awaited.current.slice(place + 1);
    if (place === -1) setText(value);
  }, [value]);

  return (
    <Field
      {...field}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const written = onWrite(target);
        if (written !== undefined && written !== (awaited.current.at(-1) ?? value)) awaited.current.push(written);
      }}
      onBlur={() => setText(awaited.current.at(-1) ?? value)}
    />
  );
};
