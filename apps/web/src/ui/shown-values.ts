import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Makes a form validate and submit what its fields show. Some browsers fill fields without an event that React notices,
 * and then the form's own values are older.
 */
export const shownValues =
  <Values extends FieldValues, Context, Output>(
    resolver: Resolver<Values, Context, Output>,
  ): Resolver<Values, Context, Output> =>
  (values, context, options) => {
    const shown = { ...values };
    for (const [name, { ref }] of Object.entries(options.fields)) {
      // Only a field that the form reads by itself has a type; that of a controller has an old value.
      if (ref.type !== undefined && 'value' in ref) Object.assign(shown, { [name]: ref.value });
    }
    return resolver(shown, context, options);
  };
