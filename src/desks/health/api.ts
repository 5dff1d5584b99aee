import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { systemStates, systems } from './rules.ts'

const Instant = z.nullable(z.string())

const SystemHealth = z.object({
  system: z.enum(systems),
  state: z.enum(systemStates),
  answered_at: Instant,
  failed_at: Instant,
  /** Of which kind the last failure was. */
  failure: z.nullable(z.enum(['unreachable', 'no_answer', 'access', 'certificate', 'other'])),
  failing_since: Instant,
  /** Of prices, the last day that there are any of. */
  last_day: z.nullable(z.string()),
  /** Until when it is not asked, since it did not answer. */
  open_until: Instant,
  /** How many reports of providers are put aside for somebody to look at. */
  put_aside: z.number(),
  /** Whether it can be asked now without anything happening there. */
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
    /** Whether refunds, prices and settings of money wait for a second operator, as the programs were started. */
    four_eyes: z.boolean(),
  }),
  summary: 'How the systems that the portal leans on have answered last, on any of its programs',
})

export const probeSystem = call({
  method: 'POST',
  path: '/operator/health/:system/probe',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  inSteps: true,
  reply: SystemHealth,
  refusals: { no_probe: 409 },
  summary: 'Asks a system now whether it answers, without anything happening there',
})
