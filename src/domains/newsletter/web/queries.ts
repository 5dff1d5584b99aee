import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PublicSettings } from '#domains/retailer/settings.ts'
import type { Boot } from '#kit/boot.ts'
import { isRefused } from '#kit/refusal.ts'
import type { SearchParams } from '#kit/web/page.ts'
import type { Send } from '#kit/web/send.ts'
import type { Newsletter, Subscriber } from '../api.ts'
import type { ChoosableNewsletter } from '../rules.ts'

// The calls with their schemas are imported on demand: the first page arrives with its replies.
const api = () => import('../api.ts')

/**
 * How a visitor reached the page: by a signed link, with a session, without either, or without the link that the
 * retailer requires.
 */
export type Visit = { by: 'link' } | { by: 'session'; email: string } | { by: 'nothing' } | { by: 'missingLink' }

/** Returns how a visitor reached the page. */
export function readVisit(
  { signedIn }: Pick<Boot, 'signedIn'>,
  { newsletter }: Pick<PublicSettings, 'newsletter'>,
  search: SearchParams,
): Visit {
  if (search.link !== undefined) return { by: 'link' }
  if (newsletter.jwtParamsRequired) return { by: 'missingLink' }
  // An account that was activated by text message has no address yet.
  return signedIn?.email ? { by: 'session', email: signedIn.email } : { by: 'nothing' }
}

/** A newsletter as shown in the choice. */
export type NewsletterOption = ChoosableNewsletter & { name: string; description: string }

export type ClosedReason = 'newsletter_link_invalid' | 'newsletter_link_required'

/**
 * The state of the page: the subscriptions of a user, a choice for a visitor who names an address, an address to
 * confirm, or closed.
 */
export type NewsletterPageState =
  | {
      kind: 'owner'
      /** The key by which the calls identify the subscriber. */
      key: string | number
      subscriberId: number | null
      email: string
      newsletters: NewsletterOption[]
      /** The version of the subscriptions. Undefined if they are not known. */
      version: string | undefined
      /** The choice made when the link was sent, now to be confirmed. */
      asked: number[] | null
    }
  | { kind: 'visitor'; newsletters: NewsletterOption[] }
  | { kind: 'newAddress'; subscriberId: number; email: string }
  | ClosedPage

type ClosedPage = { kind: 'closed'; code: ClosedReason }

/** Returns the query for the state of the page. */
export function newsletterPageQuery(send: Send, visit: Visit) {
  return queryOptions({
    queryKey: keyOf(visit),
    queryFn: async ({ client, signal }): Promise<NewsletterPageState> => {
      if (visit.by === 'missingLink') return { kind: 'closed', code: 'newsletter_link_required' }
      return closedOnRefusal(() => loadPageState(send, visit, client, signal))
    },
    // A background refetch must not overwrite the choice being made.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Returns the query for the owner of a signed link. It is read apart from the newsletters, because its failure has its
 * own message.
 */
export function subscriberQuery(send: Send) {
  return queryOptions({
    queryKey: [...keyOf({ by: 'link' }), 'subscriber'],
    queryFn: ({ signal }): Promise<Subscriber | ClosedPage> =>
      closedOnRefusal(async () => {
        const { subscriberByLink, readSubscriber } = await api()
        return send(readSubscriber, { params: { subscriber: subscriberByLink }, signal })
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function keyOf(visit: Visit) {
  return ['newsletter', visit]
}

/** Returns the result of a read, or the closed page if it is refused. */
async function closedOnRefusal<Result>(read: () => Promise<Result>): Promise<Result | ClosedPage> {
  try {
    return await read()
  } catch (thrown) {
    const code = isRefused(thrown) ? closedCodes.find((known) => known === thrown.code) : undefined
    if (code) return { kind: 'closed', code }
    throw thrown
  }
}

const closedCodes = ['newsletter_link_invalid', 'newsletter_link_required'] as const satisfies readonly ClosedReason[]

async function loadPageState(
  send: Send,
  visit: Exclude<Visit, { by: 'missingLink' }>,
  client: QueryClient,
  signal: AbortSignal,
): Promise<NewsletterPageState> {
  const { subscriberByLink, listNewsletters, listOfferedNewsletters } = await api()
  if (visit.by === 'nothing')
    return { kind: 'visitor', newsletters: toOptions(await send(listOfferedNewsletters, { signal })) }
  if (visit.by === 'session') {
    const { email } = visit
    const list = await send(listNewsletters, { params: { subscriber: email }, signal })
    const subscriberId = list[0]?.subscriptor_id ?? null
    return {
      kind: 'owner',
      key: email,
      subscriberId,
      email,
      newsletters: toOptions(list),
      version: list[0]?.version,
      asked: null,
    }
  }
  const subscriber = await client.fetchQuery(subscriberQuery(send))
  if ('kind' in subscriber) return subscriber
  const { id, emails, confirmation } = subscriber
  const email = emails[0]!
  if (confirmation?.kind === 'address') return { kind: 'newAddress', subscriberId: id!, email }
  const list = await send(listNewsletters, { params: { subscriber: subscriberByLink }, signal })
  const requested = confirmation ? confirmation.newsletters : null
  return {
    kind: 'owner',
    key: subscriberByLink,
    subscriberId: id,
    email,
    newsletters: toOptions(list),
    version: list[0]?.version,
    asked: requested,
  }
}

/**
 * Subscribes to the chosen newsletters. Returns the newsletters after the change, or that nothing is left. @throws
 * Refused
 */
export async function saveNewsletterChoice(
  send: Send,
  key: string | number,
  chosen: readonly number[],
  version: string | undefined,
): Promise<{ newsletters: NewsletterOption[]; subscriberId: number | null; version: string | undefined } | 'removed'> {
  const body = { subscriptor_or_email: key, selected_newsletters: [...chosen], version }
  const reply = await send((await api()).setActiveNewsletters, { body })
  if (reply === 'removed') return reply
  return { newsletters: toOptions(reply), subscriberId: reply[0]?.subscriptor_id ?? null, version: reply[0]?.version }
}

/** Requests a change of address, or confirms it. Returns whether its owner has yet to confirm it. @throws Refused */
export async function sendAddress(send: Send, subscriberId: number, email: string): Promise<{ isPending: boolean }> {
  const { pending = [] } = await send((await api()).setSubscriberMails, { body: { subscriberId, emails: [email] } })
  return { isPending: pending.length > 0 }
}

function toOptions(newsletters: readonly Newsletter[]): NewsletterOption[] {
  return newsletters.map((newsletter) => ({
    id: newsletter.newsletter_id,
    name: newsletter.name,
    description: newsletter.newsletter_description,
    isSubscribed: newsletter.subscribed,
    isExported: newsletter.exported,
  }))
}
