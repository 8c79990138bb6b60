import type { SocialNetwork } from '@laurel/contracts/verification';

/** The names of the networks, the same in every language. */
export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = { telegram: 'Telegram', instagram: 'Instagram' };

/** The names of the networks that a voter may choose from, like "Telegram or Instagram". */
export const anyNetwork = (networks: readonly SocialNetwork[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(networks.map((network) => NETWORK_NAMES[network]));
