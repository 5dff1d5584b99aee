import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { energies } from '#vocabulary/energies.ts'
import { priceTerms, priceUnits } from './price-rows.ts'
import { revisionKinds } from './rules.ts'

const Day = z.iso.date()
const Instant = z.iso.datetime({ offset: true })
const access = { versions: [2], access: 'customer' } as const

const ListedRevision = z.object({
  /** The id of the notice to a contract. */
  id: z.uuid(),
  kind: z.enum(revisionKinds),
  applies_on: Day,
  status: z.enum(['announced', 'applied', 'left']),
  contract: z.object({ name: z.string(), type: z.enum(energies) }),
})
export type ListedRevision = z.output<typeof ListedRevision>

export const listRevisions = call({
  ...access,
  method: 'GET',
  path: '/revisions/',
  reply: z.object({ items: z.array(ListedRevision) }),
  summary: 'Lists the announced and past changes of prices and terms of the contracts, latest first',
})

const Price = z.nullable(z.string())

export const readRevision = call({
  ...access,
  method: 'GET',
  path: '/revisions/:id/',
  reply: z.extend(ListedRevision, {
    product: z.string(),
    tariff: z.string(),
    explanation: z.string(),
    /** The day and hour of its delivery; null while it is under way. */
    delivered_at: z.nullable(Instant),
    /** Exact decimals before taxes; null where a price does not exist. Empty where only terms change. */
    prices: z.array(
      z.object({
        term: z.enum(priceTerms),
        periods: z.number(),
        period: z.nullable(z.number()),
        unit: z.enum(priceUnits),
        before: Price,
        after: Price,
      }),
    ),
    /** The cost of the customer's own year with all taxes; null where it is not known. */
    year: z.nullable(
      z.object({
        basis: z.enum(['measured', 'billed']),
        start: Day,
        end: Day,
        kwh: z.number(),
        before: z.number(),
        after: z.number(),
      }),
    ),
    left_at: z.nullable(Instant),
    /** Whether the customer can leave free of charge because of it. */
    may_leave_free: z.boolean(),
    /** The promotion that ends, by its name; null for other changes. */
    promotion: z.nullable(z.string()),
    /** What leaving costs at most until a day, in per cent of the energy still to be supplied; null if nothing. */
    penalty: z.nullable(z.object({ percent: z.string(), ends_on: Day })),
  }),
  summary: 'Returns a change of prices or terms with the cost of the own year before and after it',
})
export type RevisionDetails = z.output<typeof readRevision.reply>

export const leaveOnRevision = call({
  ...access,
  method: 'POST',
  path: '/revisions/:id/leave',
  body: z.strictObject({ confirmed: z.literal(true, 'confirmation_missing') }),
  reply: z.object({ leaves_on: Day }),
  refusals: { already_left: 409, already_applied: 409, not_free: 409 },
  summary: 'Ends a contract free of charge because its prices or terms change; a mail confirms it',
})
