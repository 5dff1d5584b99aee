import * as z from 'zod/mini'

/** A customer, an operator or a product, as lists name it. */
export const NamedRef = z.object({ id: z.number(), name: z.string() })
