import * as z from 'zod/mini'

/** The common query parameters of list pages: search text, offset and page size. */
export const listQuery = {
  q: z._default(z.string().check(z.trim(), z.maxLength(120)), ''),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}
