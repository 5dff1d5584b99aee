import * as z from 'zod/mini'

/** The version of something as a writer saw it, within what the database counts to. */
export const Version = z.int().check(z.minimum(1), z.maximum(2_000_000_000))
