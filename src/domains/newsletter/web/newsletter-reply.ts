import type { NewsletterPageState, saveNewsletterChoice, Visit } from './queries.ts'

/** A page on which newsletters are chosen. */
export type ChoosingPageState = Extract<NewsletterPageState, { kind: 'owner' | 'visitor' }>
type SavedChoice = Awaited<ReturnType<typeof saveNewsletterChoice>>

/** What was saved, shown above the form. */
export type SaveResult = { name: 'asked' | 'removed' } | { name: 'saved'; count: number; email: string }

/** Returns the page after the server's reply to a choice. */
export function pageAfterReply(pageState: ChoosingPageState, reply: SavedChoice, by: Visit['by']): NewsletterPageState {
  if (pageState.kind === 'visitor') return pageState
  if (reply !== 'removed') return { ...pageState, ...reply, asked: null }
  const newsletters = pageState.newsletters.map((newsletter) => ({ ...newsletter, isSubscribed: false }))
  // A link belongs to a subscriber, who no longer exists. A session continues.
  if (by === 'link') return { kind: 'visitor', newsletters }
  return { ...pageState, newsletters, subscriberId: null, version: undefined, asked: null }
}

/** Returns what to tell about the server's reply to a choice. */
export function saveResultOf(pageState: ChoosingPageState, reply: SavedChoice): SaveResult {
  if (pageState.kind === 'visitor') return { name: 'asked' }
  if (reply === 'removed') return { name: 'removed' }
  const count = reply.newsletters.filter(({ isSubscribed }) => isSubscribed).length
  return { name: 'saved', count, email: pageState.email }
}
