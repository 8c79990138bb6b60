import styles from './audit.module.css';

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The details of an entry, as the command or the console wrote them. */
export const Detail = ({ detail }: { detail: Readonly<Record<string, unknown>> }) => {
  const facts = Object.entries(detail);
  if (facts.length === 0) return null;
  return (
    <ul className={styles.detail} translate="no">
      {facts.map(([name, value]) => (
        <li key={name}>
          {name}: {textOf(value)}
        </li>
      ))}
    </ul>
  );
};
