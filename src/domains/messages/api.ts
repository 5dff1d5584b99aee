import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { optionalTopics, topics } from './rules.ts'

const Preferences = z.object({
  /** The address that mails are sent to; empty for an account created by text message. */
  email: z.string(),
  topics: z.array(z.object({ topic: z.enum(topics), wanted: z.boolean(), required: z.boolean() })),
  version: ReplyVersion,
})
export type Preferences = z.output<typeof Preferences>

export const readPreferences = call({
  method: 'GET',
  path: '/messages/preferences/',
  versions: [2],
  access: 'customer',
  reply: Preferences,
  summary: 'Returns the mail preferences of the signed-in user by topic',
})

export const changePreferences = call({
  method: 'PUT',
  path: '/messages/preferences/',
  versions: [2],
  access: 'customer',
  body: z.strictObject({
    unwanted: z.array(z.enum(optionalTopics)).check(z.maxLength(optionalTopics.length)),
    version: ExpectedVersion,
  }),
  reply: Preferences,
  summary: 'Chooses the topics for which no mails are sent',
})
