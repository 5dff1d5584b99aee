import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { Order } from '#kit/backoffice/order.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { locales } from '#vocabulary/locale.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['sales', 'content'] } as const

const LocalizedText = z.partialRecord(z.enum(locales), z.string())

const ManagedNewsletter = z.object({
  id: z.number(),
  /** In the reader's language. */
  name: z.string(),
  names: LocalizedText,
  descriptions: LocalizedText,
  order: z.number(),
  active: z.boolean(),
  /** Whether another system manages the subscriber list, so that users cannot unsubscribe here. */
  locked: z.boolean(),
  subscribers: z.number(),
  version: z.string(),
})
export type ManagedNewsletter = z.output<typeof ManagedNewsletter>

const NewsletterInput = z.strictObject({
  names: localizedTextSchema(120),
  descriptions: localizedTextSchema(1_000),
  order: Order,
  active: z.boolean(),
  locked: z.boolean(),
})
export type NewsletterInput = z.output<typeof NewsletterInput>

export const listAllNewsletters = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/newsletters',
  query: z.strictObject(listQuery),
  reply: z.object({
    items: z.array(ManagedNewsletter),
    total: z.number(),
    /** The highest order in use, or 0 if there are none. */
    last_order: z.number(),
  }),
  summary: 'Lists newsletters in the order in which they are offered, with their number of readers',
})

export const addNewsletter = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/newsletters',
  body: NewsletterInput,
  reply: z.object({ id: z.number() }),
  summary: 'Adds a newsletter',
})

export const saveNewsletter = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/newsletters/:id',
  body: z.extend(NewsletterInput, { version: ExpectedVersion }),
  reply: 'nothing',
  summary: 'Changes a newsletter; its readers stay subscribed, even where it is no longer offered',
})
