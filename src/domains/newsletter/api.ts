import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'

const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('invalid_email'))
const Id = z.int().check(z.positive())

const Newsletter = z.object({
  newsletter_id: z.number(),
  name: z.string(),
  newsletter_description: z.string(),
  subscribed: z.boolean(),
  /**
   * The subscriber that the list belongs to. Null for a user who has never subscribed, or has not proven that the
   * address is theirs.
   */
  subscriptor_id: z.nullable(z.number()),
  /** The list is managed by the program that sends it: its subscribers cannot unsubscribe here. */
  exported: z.boolean(),
  /** Just requested, and awaiting confirmation by the owner of the address. */
  pending: z.optional(z.boolean()),
  /** Version of all choices of the subscriber, the same in each entry. Not part of the specification. */
  version: ReplyVersion,
})
export type Newsletter = z.output<typeof Newsletter>

/** The refusals that all newsletter calls share. */
const refusals = { newsletter_link_invalid: 403, newsletter_link_required: 403 } as const

/** Used in place of an id: the owner of the signed link that the browser came with. */
export const subscriberByLink = 'link'

export const listOfferedNewsletters = call({
  method: 'GET',
  path: '/newsletters/',
  versions: [2],
  access: 'anyone',
  reply: z.array(Newsletter),
  summary: 'Lists the available newsletters for unidentified visitors',
})

export const listNewsletters = call({
  method: 'GET',
  path: '/newsletters/:subscriber',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.array(Newsletter),
  refusals,
  summary:
    'Lists the newsletters with the subscriptions of a subscriber, by id or address; they are returned only for a signed link or the own session, so that an address alone reveals nothing',
})

const Confirmation = z.object({
  kind: z.enum(['subscription', 'address']),
  email: z.string(),
  /** The newsletters chosen when the link was sent. */
  newsletters: z.array(z.number()),
})

const Subscriber = z.object({
  /** Null before the first subscription. */
  id: z.nullable(z.number()),
  emails: z.array(z.string()),
  /** What the link confirms, if it was sent for a confirmation. Not part of the specification. */
  confirmation: z.optional(z.nullable(Confirmation)),
})
export type Subscriber = z.output<typeof Subscriber>

export const readSubscriber = call({
  method: 'GET',
  path: '/subscribers/:subscriber',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: Subscriber,
  refusals,
  summary: 'Returns a subscriber for their signed link or their own session',
})

export const setActiveNewsletters = call({
  method: 'POST',
  path: '/subscriber/set_active_newsletters',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  body: z.strictObject({
    subscriptor_or_email: z.union([Id, z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254))]),
    selected_newsletters: z.array(Id).check(z.maxLength(100)),
    version: ExpectedVersion,
  }),
  reply: z.union([z.array(Newsletter), z.literal('removed')]),
  refusals: { ...refusals, newsletter_locked: 409, too_many_attempts: 429 },
  summary:
    'Subscribes to exactly these newsletters. Until the user has proven that the address is theirs, a link is sent and nothing changes before it is used',
})

export const setSubscriberMails = call({
  method: 'POST',
  path: '/subscriber/set_mails',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  body: z.strictObject({
    subscriberId: Id,
    emails: z.array(Email).check(z.minLength(1, 'required'), z.maxLength(1)),
  }),
  reply: z.object({
    id: z.optional(z.number()),
    emails: z.optional(z.array(z.string())),
    /** Addresses that their owner has yet to confirm by the link sent to them. Not part of the specification. */
    pending: z.optional(z.array(z.string())),
  }),
  refusals: { ...refusals, newsletter_mail_fixed: 403, email_taken: 409, too_many_attempts: 429 },
  summary: 'Changes the address of a subscriber, once the owner of the new one has confirmed it',
})
