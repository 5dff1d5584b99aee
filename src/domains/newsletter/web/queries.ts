import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PublicSettings } from '#domains/operator/settings.ts'
import type { Boot } from '#kit/boot.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Search } from '#kit/web/page.ts'
import type { Send } from '#kit/web/send.ts'
import type { Newsletter, Subscriber } from '../api.ts'
import type { Choosable } from '../rules.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

/** How somebody came to the page: by a signed link, with a session, as anybody, or without the link that the retailer wants. */
export type Visit = { by: 'link' } | { by: 'session'; email: string } | { by: 'nothing' } | { by: 'missingLink' }

/** How somebody came to the page. */
export function visitOf(
  { signedIn }: Pick<Boot, 'signedIn'>,
  { newsletter }: Pick<PublicSettings, 'newsletter'>,
  search: Search,
): Visit {
  if (search.link !== undefined) return { by: 'link' }
  if (newsletter.jwtParamsRequired) return { by: 'missingLink' }
  // An account that was made by a text message has no address yet.
  return signedIn?.email ? { by: 'session', email: signedIn.email } : { by: 'nothing' }
}

/** A newsletter as it is shown to be chosen. */
export type ShownNewsletter = Choosable & { name: string; description: string }

export type Closed = 'newsletter_link_invalid' | 'newsletter_link_required'

/** What the page is of: the subscriptions of somebody, a choice for whoever names an address, an address to confirm, or closed. */
export type Standing =
  | {
      kind: 'owner'
      /** By which the calls know them. */
      key: string | number
      subscriberId: number | null
      email: string
      newsletters: ShownNewsletter[]
      /** Of what is subscribed to; undefined where nothing is known of it. */
      version: string | undefined
      /** What was chosen when the link was sent that is now to be confirmed. */
      asked: number[] | null
    }
  | { kind: 'visitor'; newsletters: ShownNewsletter[] }
  | { kind: 'newAddress'; subscriberId: number; email: string }
  | ClosedPage

type ClosedPage = { kind: 'closed'; code: Closed }

/** What somebody finds on the page. */
export function standingQuery(send: Send, visit: Visit) {
  return queryOptions({
    queryKey: keyOf(visit),
    queryFn: async ({ client, signal }): Promise<Standing> => {
      if (visit.by === 'missingLink') return { kind: 'closed', code: 'newsletter_link_required' }
      return orClosed(() => readStanding(send, visit, client, signal))
    },
    // What is being chosen is not to be read over.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whom a signed link is of: read apart from the newsletters, since that it failed is told in words of its own. */
export function subscriberQuery(send: Send) {
  return queryOptions({
    queryKey: [...keyOf({ by: 'link' }), 'subscriber'],
    queryFn: ({ signal }): Promise<Subscriber | ClosedPage> =>
      orClosed(async () => {
        const { byLink, readSubscriber } = await api()
        return send(readSubscriber, { params: { subscriber: byLink }, signal })
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function keyOf(visit: Visit) {
  return ['newsletter', visit]
}

/** What is read, or that the page is closed to whoever reads it. */
async function orClosed<Read>(read: () => Promise<Read>): Promise<Read | ClosedPage> {
  try {
    return await read()
  } catch (thrown) {
    const code = isRefused(thrown) ? closedCodes.find((known) => known === thrown.code) : undefined
    if (code) return { kind: 'closed', code }
    throw thrown
  }
}

const closedCodes = ['newsletter_link_invalid', 'newsletter_link_required'] as const satisfies readonly Closed[]

async function readStanding(
  send: Send,
  visit: Exclude<Visit, { by: 'missingLink' }>,
  client: QueryClient,
  signal: AbortSignal,
): Promise<Standing> {
  const { byLink, listNewsletters, listOffered } = await api()
  if (visit.by === 'nothing') return { kind: 'visitor', newsletters: shown(await send(listOffered, { signal })) }
  if (visit.by === 'session') {
    const { email } = visit
    const list = await send(listNewsletters, { params: { subscriber: email }, signal })
    const subscriberId = list[0]?.subscriptor_id ?? null
    return {
      kind: 'owner',
      key: email,
      subscriberId,
      email,
      newsletters: shown(list),
      version: list[0]?.version,
      asked: null,
    }
  }
  const subscriber = await client.fetchQuery(subscriberQuery(send))
  if ('kind' in subscriber) return subscriber
  const { id, emails, confirmation } = subscriber
  const email = emails[0]!
  if (confirmation?.kind === 'address') return { kind: 'newAddress', subscriberId: id!, email }
  const list = await send(listNewsletters, { params: { subscriber: byLink }, signal })
  const asked = confirmation ? confirmation.newsletters : null
  return {
    kind: 'owner',
    key: byLink,
    subscriberId: id,
    email,
    newsletters: shown(list),
    version: list[0]?.version,
    asked,
  }
}

/** Subscribes to what is chosen. Answers the newsletters as they then are, or that nothing is left. @throws Refused */
export async function sendChosen(
  send: Send,
  key: string | number,
  chosen: readonly number[],
  version: string | undefined,
): Promise<{ newsletters: ShownNewsletter[]; subscriberId: number | null; version: string | undefined } | 'removed'> {
  const body = { subscriptor_or_email: key, selected_newsletters: [...chosen], version }
  const reply = await send((await api()).setActiveNewsletters, { body })
  if (reply === 'removed') return reply
  return { newsletters: shown(reply), subscriberId: reply[0]?.subscriptor_id ?? null, version: reply[0]?.version }
}

/** Asks for another address, or confirms it. Answers whether its owner has still to confirm it. @throws Refused */
export async function sendMail(send: Send, subscriberId: number, email: string): Promise<{ isPending: boolean }> {
  const { pending = [] } = await send((await api()).setMails, { body: { subscriberId, emails: [email] } })
  return { isPending: pending.length > 0 }
}

function shown(newsletters: readonly Newsletter[]): ShownNewsletter[] {
  return newsletters.map((newsletter) => ({
    id: newsletter.newsletter_id,
    name: newsletter.name,
    description: newsletter.newsletter_description,
    isSubscribed: newsletter.subscribed,
    isExported: newsletter.exported,
  }))
}
