/**
 * The refusals of calls that serve files uploaded by third parties. Separate from the schemas, for pages that only link
 * to them.
 */
export const downloadRefusals = { file_being_checked: 409, file_removed: 410 } as const
