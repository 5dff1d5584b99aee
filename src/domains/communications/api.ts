import * as z from 'zod/mini'
import { Attachment } from '#domains/contracts/api.ts'
import { topics } from '#domains/messages/rules.ts'
import { call } from '#kit/call.ts'
import { defaultPerPage, maxPerPage } from './rules.ts'

const Message = z.object({
  id: z.string(),
  at: z.iso.datetime({ offset: true }),
  topic: z.enum(topics),
  subject: z.string(),
  /** Paragraphs, separated by blank lines. */
  text: z.string(),
  /** The label of the action and the page that it links to, in key form. */
  action: z.nullable(z.object({ label: z.string(), link: z.string() })),
  /** The delivery status of the mail. */
  mail: z.enum(['waiting', 'sent', 'not_wanted', 'failed']),
  sent_to: z.array(z.string()),
  /** The addresses whose mailbox permanently refuses the message. */
  refused_by: z.array(z.string()),
  files: z.array(z.object({ place: z.number(), filename: z.string() })),
})

export const listCommunications = call({
  method: 'GET',
  path: '/contracts/:contractName/communications/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({
    offset: z._default(z.coerce.number().check(z.int32(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPerPage)), defaultPerPage),
  }),
  /** A page of messages and documents together. The total count covers both as well. */
  reply: z.object({
    messages: z.array(Message),
    documents: z.array(Attachment),
    n_items: z.number(),
    offset: z.number(),
    limit: z.number(),
  }),
  summary: 'Lists the messages and documents sent for a contract, newest first',
})
