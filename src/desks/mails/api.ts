import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { topics } from '#domains/messages/rules.ts'
import { textKinds } from '#domains/messages/text-messages.ts'
import { call } from '#kit/call.ts'
import { hindrances, mailFilters, mostCounted } from './rules.ts'

const operators = { versions: [1], access: 'operator', roles: ['care'] } as const

const ListedMail = z.object({
  id: z.string(),
  channel: z.literal(['mail', 'sms']),
  /** What it is of text messages; null for a mail. */
  text_kind: z.nullable(z.enum(textKinds)),
  /** As the log has it: `support.answered`. */
  kind: z.string(),
  topic: z.enum(topics),
  /** Null for a one-time code, and where nobody keeps words for it any more. */
  subject: z.nullable(z.string()),
  is_code: z.boolean(),
  /** Whom it is for, where they have a name here. */
  reader: z.nullable(z.string()),
  customer_id: z.nullable(z.number()),
  /** Masked: whoever reads this need not know them. */
  addresses: z.array(z.string()),
  state: z.literal(['waiting', 'retrying', 'sent', 'not_wanted', 'failed']),
  tries: z.number(),
  created_at: z.string(),
  next_at: z.nullable(z.string()),
  /** Why it is not sent again; null where it can be. */
  hindrance: z.nullable(z.enum(hindrances)),
})
export type ListedMail = z.output<typeof ListedMail>

export const listMails = call({
  ...operators,
  method: 'GET',
  path: '/operator/mails',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z.optional(z.enum(mailFilters)),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(mostCounted)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedMail), total: z.number() }),
  summary: 'Mails and text messages that were sent or are to be, the last first; neither what they say nor their links',
})

export const retryMail = call({
  ...operators,
  method: 'POST',
  path: '/operator/mails/:id/retry',
  reply: 'nothing',
  refusals: { not_retriable: 409, code_over: 409, link_over: 409 },
  summary: 'Has a mail or a text message sent again that could not be, with all its tries before it',
})
