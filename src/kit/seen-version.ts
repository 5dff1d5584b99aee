import * as z from 'zod/mini'

/** The code of the refusal of an edit of what has become another since it was read. */
export const changedMeanwhile = 'changed_meanwhile'

const Version = z.string().check(z.maxLength(64))

/** Of what can be edited, as it is read. Another server may tell none. */
export const ReadVersion = z.optional(Version)

/** What an edit says it has read; an edit that says nothing of it is compared with nothing. */
export const SeenVersion = z.optional(Version)
