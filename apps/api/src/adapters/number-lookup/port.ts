/** What kind of line a number has. */
export type Carrier = 'mobile' | 'landline' | 'voip' | 'unknown';

/**
 * Asks a provider what kind of line a number in E.164 has: `unknown` if the provider doesn't know.
 * @throws DeliveryError
 */
export type NumberLookup = (number: string) => Promise<Carrier>;
