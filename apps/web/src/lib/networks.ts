import type { SocialNetwork } from '@laurel/contracts/verification';

/** The names of the networks, the same in every language. */
export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = { telegram: 'Telegram', instagram: 'Instagram' };

/**
 * The names of the networks that a voter may choose from, like "Telegram or Instagram". Intl.ListFormat would do it, but a
 * browser reads its data for 17 ms, on the way to the first screen.
 * @param or the word between them
 */
export const anyNetwork = (networks: readonly SocialNetwork[], or: string): string =>
  networks.map((network) => NETWORK_NAMES[network]).join(` ${or} `);
