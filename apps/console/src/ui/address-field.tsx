import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur'> & {
  /** The value in the address, as the field shows it. */
  value: string;
  /**
   * Writes the input's value into the address.
   * @returns the new value in the address; undefined if the address stays, for example while a date is incomplete
   */
  onWrite(input: HTMLInputElement): string | undefined;
};

/**
 * A field whose value is in the address of the page. It has a text of its own, because the address changes only after
 * the key press: the caret would move to the end. The text follows the address when something else changes it, and when
 * the person leaves the field.
 */
export const AddressField = ({ value, onWrite, ...field }: Props) => {
  const [text, setText] = useState(value);
  /** The values that were written but are not in the address yet, the oldest first. */
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
