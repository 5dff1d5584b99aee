/** What the links of newsletters are good for: nothing else, and nothing else is good for them. */
export const linkPurpose = 'newsletter'
/** How long the link in a mail opens the page: mails are kept, and leaving must go on being easy. */
export const mailLinkDays = 365
/** How long the link of the profile opens it, which is made anew with each look at the profile. */
export const profileLinkDays = 1
/** How long an address waits for its owner. */
export const confirmationDays = 7

/** Which words somebody agrees to: what describes a newsletter on the page, and that it can be left at any time. */
export const textVersion = '1'

/** How often somebody who has shown nothing yet may have mails sent: from one network, and to one address. */
export const askLimits = { perNetwork: 10, perAddress: 3, minutes: 60 }

/** A newsletter as somebody may choose it. */
export type Choosable = { id: number; isSubscribed: boolean; isExported: boolean }

/**
 * Whether somebody cannot leave a newsletter here: its list is kept by the program that sends it, and they are on it
 * (specification, point 4).
 */
export function isLocked({ isSubscribed, isExported }: Omit<Choosable, 'id'>): boolean {
  return isSubscribed && isExported
}

/** The newsletters that stay chosen whatever is chosen. */
export function lockedOf(newsletters: readonly Choosable[]): number[] {
  return newsletters.filter(isLocked).map(({ id }) => id)
}

/** Whether all of them are chosen, so that choosing all has become choosing none. */
export function areAllChosen(newsletters: readonly Choosable[], chosen: readonly number[]): boolean {
  return newsletters.every(({ id }) => chosen.includes(id))
}

/** All of them, or only the locked ones where all are chosen. */
export function toggledAll(newsletters: readonly Choosable[], chosen: readonly number[]): number[] {
  return areAllChosen(newsletters, chosen) ? lockedOf(newsletters) : newsletters.map(({ id }) => id)
}

/** One of them chosen, or chosen no more; a locked one stays. */
export function toggled(newsletters: readonly Choosable[], chosen: readonly number[], id: number): number[] {
  const found = newsletters.find((newsletter) => newsletter.id === id)
  if (!found || (isLocked(found) && chosen.includes(id))) return [...chosen]
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
}

/** What the button does: subscribes for the first time, changes what is subscribed to, or leaves all of it. */
export type Deed = 'confirm' | 'subscribe' | 'unsubscribe'

/** What saving would be. */
export function deedOf(chosen: readonly number[], { isFirstTime }: { isFirstTime: boolean }): Deed {
  if (chosen.length === 0) return 'unsubscribe'
  return isFirstTime ? 'confirm' : 'subscribe'
}

/** Whether saving would change anything. */
export function isChanged(newsletters: readonly Choosable[], chosen: readonly number[]): boolean {
  return newsletters.some(({ id, isSubscribed }) => isSubscribed !== chosen.includes(id))
}

/** An address as it is kept and compared. */
export function plainEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a text may be an address, as far as a form can tell before its owner confirms it. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}
