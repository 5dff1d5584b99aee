import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'

const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('invalid_email'))
const Id = z.int().check(z.positive())

const Newsletter = z.object({
  newsletter_id: z.number(),
  name: z.string(),
  newsletter_description: z.string(),
  subscribed: z.boolean(),
  /** The subscriber whom the list is of; null for somebody who has never subscribed, or has not shown who they are. */
  subscriptor_id: z.nullable(z.number()),
  /** Its list is kept by the program that sends it: who is on it cannot leave here. */
  exported: z.boolean(),
  /** Asked for just now, and waiting for the owner of the address. */
  pending: z.optional(z.boolean()),
  /** Of all that the subscriber has chosen, the same with each. Ours alone. */
  version: ReadVersion,
})
export type Newsletter = z.output<typeof Newsletter>

/** The ways to be refused that all calls of newsletters share. */
const refusals = { newsletter_link_invalid: 403, newsletter_link_required: 403 } as const

/** In the place of an id: whoever the signed link is of that the browser came with. */
export const byLink = 'link'

export const listOffered = call({
  method: 'GET',
  path: '/newsletters/',
  versions: [2],
  access: 'anyone',
  reply: z.array(Newsletter),
  summary: 'The newsletters that there are, for whoever has not said who they are',
})

export const listNewsletters = call({
  method: 'GET',
  path: '/newsletters/:subscriber',
  versions: [1, 2],
  access: 'anyone',
  reply: z.array(Newsletter),
  refusals,
  summary:
    'The newsletters with the subscriptions of a subscriber, by id or address, told to a signed link or the own session; to anybody else an address tells nothing',
})

const Confirmation = z.object({
  kind: z.enum(['subscription', 'address']),
  email: z.string(),
  /** What was chosen when the link was sent. */
  newsletters: z.array(z.number()),
})

const Subscriber = z.object({
  /** Null before the first subscription. */
  id: z.nullable(z.number()),
  emails: z.array(z.string()),
  /** What the link confirms, when it is one that was sent to confirm something. Ours alone. */
  confirmation: z.optional(z.nullable(Confirmation)),
})
export type Subscriber = z.output<typeof Subscriber>

export const readSubscriber = call({
  method: 'GET',
  path: '/subscribers/:subscriber',
  versions: [1, 2],
  access: 'anyone',
  reply: Subscriber,
  refusals,
  summary: 'A subscriber, to their signed link or their own session',
})

export const setActiveNewsletters = call({
  method: 'POST',
  path: '/subscriber/set_active_newsletters',
  versions: [1, 2],
  access: 'anyone',
  body: z.strictObject({
    subscriptor_or_email: z.union([Id, z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254))]),
    selected_newsletters: z.array(Id).check(z.maxLength(100)),
    version: SeenVersion,
  }),
  reply: z.union([z.array(Newsletter), z.literal('removed')]),
  refusals: { ...refusals, newsletter_locked: 409, too_many_attempts: 429 },
  summary:
    'Subscribes to these newsletters and no others. Whoever has not shown that the address is theirs is sent a link, and until it is used nothing changes',
})

export const setMails = call({
  method: 'POST',
  path: '/subscriber/set_mails',
  versions: [1, 2],
  access: 'anyone',
  body: z.strictObject({
    subscriberId: Id,
    emails: z.array(Email).check(z.minLength(1, 'required'), z.maxLength(1)),
  }),
  reply: z.object({
    id: z.optional(z.number()),
    emails: z.optional(z.array(z.string())),
    /** Addresses that their owner has yet to confirm, by the link that was sent to them. Ours alone. */
    pending: z.optional(z.array(z.string())),
  }),
  refusals: { ...refusals, newsletter_mail_fixed: 403, email_taken: 409, too_many_attempts: 429 },
  summary: 'Changes the address of a subscriber, once the owner of the new one has confirmed it',
})
