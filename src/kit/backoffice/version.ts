import * as z from 'zod/mini'

/** The version of a record that the writer has read, limited to the database's integer range. */
export const Version = z.int().check(z.minimum(1), z.maximum(2_000_000_000))
