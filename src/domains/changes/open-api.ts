import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { openStates } from './rules.ts'

/** Where a change under way belongs: enough to name the contract and to go there. */
const OfContract = z.object({ name: z.string(), type: z.enum(['electricity', 'gas']), street: z.string() })

const OpenChange = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(openStates),
  requested_at: z.iso.datetime({ offset: true }),
  contract: OfContract,
})
export type OpenChange = z.output<typeof OpenChange>

/** How many are told at once; `total` says of how many. */
export const mostOpenChanges = 20

export const listOpenChanges = call({
  method: 'GET',
  path: '/changes/open/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(OpenChange), total: z.number() }),
  summary: 'The changes that are under way in all own contracts, the newest first',
})
