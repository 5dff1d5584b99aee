/** What a call refuses with that hands out what strangers sent. Apart from the schemas, for pages that only link to it. */
export const openingRefusals = { file_being_checked: 409, file_removed: 410 } as const
