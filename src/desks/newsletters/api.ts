import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Order } from '#desks/common/order.ts'
import { wordsUpTo } from '#desks/common/words.ts'
import { call } from '#kit/call.ts'
import { locales } from '#kit/locale.ts'
import { SeenVersion } from '#kit/seen-version.ts'

const operators = { versions: [1], access: 'operator', roles: ['sales', 'content'] } as const

const Words = z.partialRecord(z.enum(locales), z.string())

const KeptNewsletter = z.object({
  id: z.number(),
  /** In the language of the reader. */
  name: z.string(),
  names: Words,
  descriptions: Words,
  order: z.number(),
  active: z.boolean(),
  /** Its list is kept by another program, so that nobody leaves it here. */
  locked: z.boolean(),
  subscribers: z.number(),
  version: z.string(),
})
export type KeptNewsletter = z.output<typeof KeptNewsletter>

const Wanted = z.strictObject({
  names: wordsUpTo(120),
  descriptions: wordsUpTo(1_000),
  order: Order,
  active: z.boolean(),
  locked: z.boolean(),
})
export type WantedNewsletter = z.output<typeof Wanted>

export const listNewslettersKept = call({
  ...operators,
  method: 'GET',
  path: '/operator/newsletters',
  query: z.strictObject(listQuery),
  reply: z.object({
    items: z.array(KeptNewsletter),
    total: z.number(),
    /** The highest order that any newsletter has, 0 where there are none. */
    last_order: z.number(),
  }),
  summary: 'Newsletters in the order in which they are offered, with how many read it',
})

export const addNewsletter = call({
  ...operators,
  method: 'POST',
  path: '/operator/newsletters',
  body: Wanted,
  reply: z.object({ id: z.number() }),
  summary: 'Adds a newsletter',
})

export const saveNewsletter = call({
  ...operators,
  method: 'POST',
  path: '/operator/newsletters/:id',
  body: z.extend(Wanted, { version: SeenVersion }),
  reply: 'nothing',
  summary: 'Changes a newsletter; whoever reads it goes on reading it, also where it is offered no longer',
})
