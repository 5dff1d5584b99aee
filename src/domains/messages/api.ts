import * as z from 'zod/mini'
import { Attachment } from '#domains/contracts/api.ts'
import { call } from '#kit/call.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'
import { defaultPerPage, mostPerPage, optionalTopics, topics } from './rules.ts'

const Preferences = z.object({
  /** Where mails go. */
  email: z.string(),
  topics: z.array(z.object({ topic: z.enum(topics), wanted: z.boolean(), required: z.boolean() })),
  version: ReadVersion,
})
export type Preferences = z.output<typeof Preferences>

export const readPreferences = call({
  method: 'GET',
  path: '/messages/preferences/',
  versions: [2],
  access: 'customer',
  reply: Preferences,
  summary: 'What whoever is signed in is told by mail, by topic',
})

export const changePreferences = call({
  method: 'PUT',
  path: '/messages/preferences/',
  versions: [2],
  access: 'customer',
  body: z.strictObject({
    unwanted: z.array(z.enum(optionalTopics)).check(z.maxLength(optionalTopics.length)),
    version: SeenVersion,
  }),
  reply: Preferences,
  summary: 'Chooses the topics of which no mails are sent',
})

const Message = z.object({
  id: z.string(),
  at: z.iso.datetime({ offset: true }),
  topic: z.enum(topics),
  subject: z.string(),
  /** Paragraphs, parted by blank lines. */
  text: z.string(),
  /** The page that it leads to, in key form, with what that does. */
  action: z.nullable(z.object({ label: z.string(), link: z.string() })),
  /** How it has fared as a mail. */
  mail: z.enum(['waiting', 'sent', 'not_wanted', 'failed']),
  sent_to: z.array(z.string()),
  /** The addresses whose mailbox does not take it, and never will. */
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
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(mostPerPage)), defaultPerPage),
  }),
  /** A page of both together; how many there are is told of both together, too. */
  reply: z.object({
    messages: z.array(Message),
    documents: z.array(Attachment),
    n_items: z.number(),
    offset: z.number(),
    limit: z.number(),
  }),
  summary: 'The messages and documents sent for a contract, newest first',
})
