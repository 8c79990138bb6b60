import type { FastifyInstance } from 'fastify';

/** Lets the routes of a scope read forms of plain pages, and nothing else. */
export const acceptForms = (forms: FastifyInstance): void => {
  forms.removeAllContentTypeParsers();
  forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
};
