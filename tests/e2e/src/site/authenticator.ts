import type { Page } from '@playwright/test';

/**
 * Gives a page's browser an authenticator that verifies its user, as a phone or a laptop has one.
 * @returns sets whether its owner shows their face or finger
 */
export const addAuthenticator = async (page: Page): Promise<(here: boolean) => Promise<unknown>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
};
