/** The purpose of newsletter links. They are valid for nothing else, and no other link is valid for newsletters. */
export const newsletterLinkPurpose = 'newsletter'
/** Validity of the link in a mail, in days. Mails are stored for long, and unsubscribing must stay easy. */
export const mailLinkDays = 365
/** Validity of the link in the profile, in days. It is created anew each time the profile is read. */
export const profileLinkDays = 1
/** How many days a confirmation stays open. */
export const confirmationDays = 7

/**
 * Version of the text that subscribers agree to: the description of a newsletter on the page, and that they can
 * unsubscribe at any time.
 */
export const textVersion = '1'

/** Limits on mails requested by visitors without proof of an address: per network and per address. */
export const confirmationLimits = { perNetwork: 10, perAddress: 3, minutes: 60 }

/** A newsletter as a user may choose it. */
export type ChoosableNewsletter = { id: number; isSubscribed: boolean; isExported: boolean }

/**
 * Checks whether a newsletter cannot be left here: its list is managed by the program that sends it, and the user is
 * subscribed (specification, point 4).
 */
export function isLocked({ isSubscribed, isExported }: Omit<ChoosableNewsletter, 'id'>): boolean {
  return isSubscribed && isExported
}

/** Returns the newsletters that stay chosen regardless of the choice. */
export function lockedNewsletterIds(newsletters: readonly ChoosableNewsletter[]): number[] {
  return newsletters.filter(isLocked).map(({ id }) => id)
}

/** Checks whether all newsletters are chosen, so that the toggle now clears the choice. */
export function areAllChosen(newsletters: readonly ChoosableNewsletter[], chosen: readonly number[]): boolean {
  return newsletters.every(({ id }) => chosen.includes(id))
}

/** Returns all newsletters, or only the locked ones if all are chosen. */
export function toggleAll(newsletters: readonly ChoosableNewsletter[], chosen: readonly number[]): number[] {
  return areAllChosen(newsletters, chosen) ? lockedNewsletterIds(newsletters) : newsletters.map(({ id }) => id)
}

/** Adds a newsletter to the choice or removes it. A locked one stays. */
export function toggleNewsletter(
  newsletters: readonly ChoosableNewsletter[],
  chosen: readonly number[],
  id: number,
): number[] {
  const match = newsletters.find((newsletter) => newsletter.id === id)
  if (!match || (isLocked(match) && chosen.includes(id))) return [...chosen]
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
}

/** What the button does: subscribes for the first time, changes the subscriptions, or unsubscribes from all. */
export type SubscriptionAction = 'confirm' | 'subscribe' | 'unsubscribe'

/** Returns the action that saving would perform. */
export function subscriptionActionOf(
  chosen: readonly number[],
  { isFirstTime }: { isFirstTime: boolean },
): SubscriptionAction {
  if (chosen.length === 0) return 'unsubscribe'
  return isFirstTime ? 'confirm' : 'subscribe'
}

/** Checks whether saving would change anything. */
export function hasChanged(newsletters: readonly ChoosableNewsletter[], chosen: readonly number[]): boolean {
  return newsletters.some(({ id, isSubscribed }) => isSubscribed !== chosen.includes(id))
}

/** Returns an e-mail address in the form in which it is stored and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Checks whether a text may be an e-mail address, as far as a form can before its owner confirms it. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}
