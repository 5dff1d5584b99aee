import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { alertKinds, isFigure } from './rules.ts'

const Day = z.iso.date()
const Budget = z.nullable(
  z.number('invalid_budget').check(z.refine((value) => isFigure('budget', value), 'invalid_budget')),
)
const Watts = z.nullable(
  z.number('invalid_watts').check(z.refine((value) => isFigure('standby', value), 'invalid_watts')),
)
const Days = z.nullable(
  z.number('invalid_days').check(z.refine((value) => isFigure('nothing_used', value), 'invalid_days')),
)

/** The alerts of a contract, each with its figure; null where it is off. */
const ContractAlerts = z.object({
  contract_id: z.number(),
  contract: z.string(),
  address: z.string(),
  /** Gas has no hours, so that its only alert is the budget. */
  energy: z.enum(['electricity', 'gas']),
  /** Contracted kilowatts by period, P1 first. */
  powers: z.array(z.number()),
  /** Euros of a month. */
  budget: z.nullable(z.number()),
  /** Watts. */
  standby: z.nullable(z.number()),
  /** Whole days. */
  nothing_used: z.nullable(z.number()),
  over_power: z.boolean(),
  /** What the user was told of last, the latest first. */
  notices: z.array(z.object({ kind: z.enum(alertKinds), period: Day, sent_on: Day })),
  version: ReplyVersion,
})
export type ContractAlerts = z.output<typeof ContractAlerts>

/** So many contracts at a time; any other is found by its id. */
export const maxListedContracts = 20

export const listConsumptionAlerts = call({
  method: 'GET',
  path: '/consumption-alerts/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({ contract: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ items: z.array(ContractAlerts), n_contracts: z.number() }),
  summary: 'Lists the alerts on consumption that the user has turned on, by active contract',
})

export const chooseConsumptionAlerts = call({
  method: 'PUT',
  path: '/contracts/:id/consumption-alerts/',
  versions: [2],
  access: 'customer',
  body: z.strictObject({
    budget: Budget,
    standby: Watts,
    nothing_used: Days,
    over_power: z.boolean(),
    version: ExpectedVersion,
  }),
  reply: ContractAlerts,
  refusals: { contract_ended: 409, gas_without_hours: 409 },
  summary: 'Turns the alerts on the consumption of a contract on and off, each with its figure',
})

const LinkedAlert = z.object({
  kind: z.enum(alertKinds),
  contract_id: z.number(),
  contract: z.string(),
  /** False once it was turned off. */
  is_on: z.boolean(),
})
export type LinkedAlert = z.output<typeof LinkedAlert>

export const readLinkedAlert = call({
  method: 'GET',
  path: '/linked-alerts/:token',
  versions: [2],
  access: 'anyone',
  reply: LinkedAlert,
  summary: 'Returns the alert that a signed link in a mail turns off',
})
