import type { PublicEdition } from '@laurel/contracts/public-edition';
import styles from './sponsor-row.module.css';

type Props = { label: string; sponsors: NonNullable<PublicEdition['sponsors']> };

/** Logos of sponsors, each on a light plate, because most are made for paper. */
export const SponsorRow = ({ label, sponsors }: Props) => (
  <section className={styles.sponsors} aria-label={label}>
    <p>{label}</p>
    <ul>
      {sponsors.map(({ name, logo, link }, place) => {
        const picture = <img src={logo} alt={name} width={112} height={40} loading="lazy" decoding="async" />;
        return (
          <li key={place}>
            {link === undefined ? (
              picture
            ) : (
              <a href={link} target="_blank" rel="sponsored noopener">
                {picture}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);
