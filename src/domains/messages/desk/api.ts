import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call, type Reply } from '#kit/call.ts'
import { topics } from '../rules.ts'
import { textKinds } from '../text-messages.ts'
import { mailFilters, maxMailCount, retryHindrances } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['care'] } as const

const ListedMail = z.object({
  id: z.string(),
  channel: z.literal(['mail', 'sms']),
  /** The kind of text message; null for an e-mail. */
  text_kind: z.nullable(z.enum(textKinds)),
  /** The kind as stored in the outbox: `support.answered`. */
  kind: z.string(),
  topic: z.enum(topics),
  /** Null for a one-time code, or if the text no longer exists. */
  subject: z.nullable(z.string()),
  is_code: z.boolean(),
  /** The name of the recipient, if known. */
  reader: z.nullable(z.string()),
  customer_id: z.nullable(z.number()),
  /** Masked, because the operator does not need the full addresses. */
  addresses: z.array(z.string()),
  state: z.literal(['waiting', 'retrying', 'sent', 'not_wanted', 'failed']),
  tries: z.number(),
  created_at: z.string(),
  next_at: z.nullable(z.string()),
  /** Why the message cannot be sent again; null if it can. */
  hindrance: z.nullable(z.enum(retryHindrances)),
  /** Whether what its readers were sent is stored. */
  has_copies: z.boolean(),
})
export type ListedMail = z.output<typeof ListedMail>

export const listMails = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/mails',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z.optional(z.enum(mailFilters)),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maxMailCount)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedMail), total: z.number() }),
  summary: 'Lists sent and pending mails and text messages, newest first, without their contents and links',
})

const SentCopy = z.object({
  id: z.number(),
  /** Masked. */
  address: z.string(),
  sent_at: z.string(),
  /** Null for a text message. */
  subject: z.nullable(z.string()),
  text: z.string(),
})

export const readMail = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/mails/:id',
  personalData: true,
  reply: z.object({ copies: z.array(SentCopy), files: z.array(z.string()) }),
  summary: 'Returns what each reader of a message was sent, without secrets; each read is recorded with its operator',
})
export type ReadMail = Reply<typeof readMail>

export const retryMail = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/mails/:id/retry',
  reply: 'nothing',
  refusals: { not_retriable: 409, code_over: 409, link_over: 409 },
  summary: 'Sends a mail or text message that failed again, with a full set of attempts',
})
