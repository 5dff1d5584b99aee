/** The default and maximum number of communications on a page. */
export const defaultPerPage = 20
export const maxPerPage = 100
