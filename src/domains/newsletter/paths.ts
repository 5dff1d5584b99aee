/** Where the page of newsletters is, in the languages that have paths of their own. */
export const newsletterPaths = { en: '/newsletter', ca: '/butlleti', es: '/boletin' } as const

/** What the address of the page says of a visitor whose link a cookie keeps. */
export const linkedPage = '?link=1'
