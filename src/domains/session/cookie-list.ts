const minute = 60
const day = 24 * 60 * minute
const year = 365 * day

/**
 * The cookies that the portal stores in a customer's browser, by name, with their lifetime in seconds; null means until
 * the browser is closed. The cookies page lists them, and the server sets no others.
 */
export const listedCookies = {
  token: null,
  second_step: 10 * minute,
  openid: 10 * minute,
  openid_end: 2 * minute,
  known_device: year,
  activation_link: 60 * minute,
  reset_link: 60 * minute,
  resume_link: 30 * day,
  newsletter_link: 60 * minute,
  visitor: 30 * day,
  language: year,
  density: year,
  consent: year,
} as const

export type ListedCookie = keyof typeof listedCookies

/** The cookies with a lifetime, rather than until the browser is closed. */
export type PersistentCookie = {
  [Name in ListedCookie]: (typeof listedCookies)[Name] extends number ? Name : never
}[ListedCookie]
