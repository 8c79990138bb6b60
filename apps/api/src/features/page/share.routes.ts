import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { observedAddress } from '../../http/client.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { withCharset } from '../../http/security-headers.ts';
import { SHARE_FILES } from './share.policy.ts';
import type { Share } from './share.service.ts';

type Deps = { clock: Clock; share: Share; reads: MemoryLimit };

/** Pages of any origin may show the images. */
const HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

const query = z.object({
  nomination: z.string().optional(),
  company: z.string().optional(),
  niche: z.string().optional(),
  lang: z.string().optional(),
  format: z.string().optional(),
  theme: z.string().optional(),
  phase: z.string().optional(),
});

/**
 * GET /share/card.png: the image of a link to the awards, a nomination or a nominee, for previews, posts or stories; and badges
 * and QR codes of nominees.
 */
export const registerShareRoutes = (app: FastifyInstance, { clock, share, reads }: Deps): void => {
  for (const file of SHARE_FILES) {
    app.get<{ Querystring: z.output<typeof query> }>(
      `/share/${file}`,
      { schema: { hide: true, querystring: query } },
      async (request, reply) => {
        charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
        const { image, maxAgeSeconds } = await share.picture(file, request.query);
        return reply
          .headers({ ...HEADERS, 'cache-control': `public, max-age=${maxAgeSeconds}` })
          .type(file.endsWith('svg') ? withCharset('image/svg+xml') : 'image/png')
          .send(image);
      },
    );
  }
};
