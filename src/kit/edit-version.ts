import * as z from 'zod/mini'

/** The refusal code for an edit of data that has changed since it was read. */
export const changedMeanwhile = 'changed_meanwhile'

const Version = z.string().check(z.maxLength(64))

/** The version of editable data, as read. An upstream server may send none. */
export const ReplyVersion = z.optional(Version)

/** The version that an edit is based on. Without it, no comparison is made. */
export const ExpectedVersion = z.optional(Version)
