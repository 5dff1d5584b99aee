import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { systemStates, systems } from './rules.ts'

const Instant = z.nullable(z.string())

const SystemHealth = z.object({
  system: z.enum(systems),
  state: z.enum(systemStates),
  answered_at: Instant,
  failed_at: Instant,
  /** The kind of the last failure. */
  failure: z.nullable(z.enum(['unreachable', 'no_answer', 'access', 'certificate', 'other'])),
  failing_since: Instant,
  /** For prices: the last day with prices. */
  last_day: z.nullable(z.string()),
  /** Until when the circuit breaker blocks calls to the system. */
  open_until: Instant,
  /** The number of payment provider reports set aside for review. */
  put_aside: z.number(),
  /** Whether the system has a probe without side effects. */
  can_probe: z.boolean(),
})
export type SystemHealth = z.output<typeof SystemHealth>

export const listHealth = call({
  method: 'GET',
  path: '/operator/health',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  reply: z.object({
    items: z.array(SystemHealth),
    /** Whether refunds, prices and money-related settings need a second operator, as configured at startup. */
    four_eyes: z.boolean(),
  }),
  summary: 'Lists the systems that the portal depends on with their last response to any of its processes',
})

export const probeSystem = call({
  method: 'POST',
  path: '/operator/health/:system/probe',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  isNonTransactional: true,
  reply: SystemHealth,
  refusals: { no_probe: 409 },
  summary: 'Probes a system now, without any side effect on it',
})
