/** Paths of the newsletter page, in the languages that have their own. */
export const newsletterPaths = { en: '/newsletter', ca: '/butlleti', es: '/boletin' } as const

/** Query of the page for a visitor whose link is stored in a cookie. */
export const linkedPageQuery = '?link=1'
