import { DeliveryError } from '@laurel/api/adapters/delivery-error';

/**
 * The failure of a message that could not be delivered.
 * @param secrets what no failure may tell
 * @throws if it was delivered, or failed in another way
 */
export const deliveryFailure = async (sending: Promise<unknown>, secrets: RegExp): Promise<DeliveryError> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DeliveryError)) throw new Error('expected a DeliveryError', { cause: error });
  if (secrets.test(error.message)) throw new Error(`the failure tells a secret: ${error.message}`);
  return error;
};
