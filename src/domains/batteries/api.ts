import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { discountHandlings, entryReasons, wholePercentage } from './rules.ts'

const Day = z.iso.date()
/** An amount in euros with its exact decimals. */
const Amount = z.number()
const Named = z.object({ id: z.number(), name: z.string() })

/** The share that a contract has in a virtual battery (solar wallet), as listed with the contract. */
export const BatteryLink = z.object({
  id: z.number(),
  bateria: Named,
  pes: z.number(),
  pes_percentatge: z.number(),
  data_inici: Day,
  data_final: z.nullable(Day),
  gestio_descomptes: z.string(),
  /** Euros in the battery. */
  total_descompte: Amount,
  es_origen: z.boolean(),
  /** Llum extension: whether the contract has self-consumption. */
  self_consumption: z.optional(z.boolean()),
  /** Llum extension. */
  version: ReplyVersion,
})
export type BatteryLink = z.output<typeof BatteryLink>

const notEditable = { contract_not_active: 409, battery_not_active: 409 } as const
const Percentage = z.int().check(z.gte(0), z.lte(wholePercentage))

/** An upstream server may return only an empty success reply. */
const SharedOut = z.object({ bateria_id: z.optional(z.number()), pes_percentatge: z.optional(z.number()) })

export const listBatteryTypes = call({
  method: 'GET',
  path: '/contract/bateria/types',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.object({
    items: z.array(z.object({ id: z.optional(z.number()), name: z.string(), description: z.string() })),
  }),
  summary: "Lists the possible uses of a contract's share of a virtual battery",
})

export const chooseDiscounts = call({
  method: 'PUT',
  path: '/contract/:contractName/bateria/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({ valor_descomptes: z.enum(discountHandlings), version: ExpectedVersion }),
  reply: z.object({ bateria_id: z.optional(z.number()), gestio_descomptes: z.optional(z.string()) }),
  refusals: notEditable,
  summary: "Chooses the use of a contract's share of a virtual battery, by the name of its type",
})

/** Returns the distribution of a battery among its contracts today. */
export const readPercentages = call({
  method: 'GET',
  path: '/contract/bateria_virtual_percentages/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.object({
    bateria_id: z.number(),
    /** The sum over all contracts. */
    percentage: z.int(),
    /** Llum extension: the percentage of each contract. */
    contracts: z.optional(
      z.array(z.object({ name: z.string(), address: z.string(), percentage: z.int(), es_origen: z.boolean() })),
    ),
  }),
  summary: 'Returns how much of a virtual battery is allocated, and to which contracts',
})
export type Percentages = z.output<typeof readPercentages.reply>

export const changePercentage = call({
  method: 'PUT',
  path: '/contract/:contractName/change_bateria_pes_percentatge/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({ pes_percentatge: Percentage, version: ExpectedVersion }),
  reply: SharedOut,
  refusals: { ...notEditable, battery_over_whole: 409 },
  summary: 'Changes the percentage of a virtual battery that is allocated to a contract; 0 locks it',
})

export const moveShare = call({
  method: 'PUT',
  path: '/contract/:contractName/bateria_virtual_move_virtual_battery/:bateriaOrigenId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({
    pes_percentatge: Percentage,
    bateria_desti: z.int().check(z.positive()),
    /** The version of the share that is moved. */
    version: ExpectedVersion,
  }),
  reply: SharedOut,
  refusals: {
    ...notEditable,
    origin_battery: 409,
    self_consumption: 409,
    battery_already_shared: 409,
    battery_over_whole: 409,
  },
  summary: "Moves a contract's share, with its part of the balance, to another virtual battery of the same holder",
})

/** Llum extension: lists the batteries of the holders, to choose one from. */
export const listBatteries = call({
  method: 'GET',
  path: '/batteries/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(z.object({ id: z.number(), name: z.string(), balance: Amount, contracts: z.array(z.string()) })),
  }),
  summary: 'Lists the virtual batteries of a customer with their balances and all contracts that have ever had a share',
})

const LedgerEntry = z.object({
  id: z.number(),
  date: Day,
  reason: z.enum(entryReasons),
  amount: Amount,
  /** The battery's balance after the entry. */
  balance: Amount,
  contract: z.nullable(z.string()),
  invoice: z.nullable(z.object({ id: z.number(), number: z.string(), date: Day })),
  /** The battery that the amount was moved from or to. */
  other_battery: z.nullable(Named),
})

const ProjectedMonth = z.object({
  month: Day,
  /** Null if the same month of the previous year is unknown. */
  surplus: z.nullable(Amount),
  discount: z.nullable(Amount),
  balance: Amount,
})

/**
 * Llum extension: returns every entry of a battery's ledger, and the projected balance if the coming year is like the
 * last.
 */
export const readLedger = call({
  method: 'GET',
  path: '/batteries/:id/ledger/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    id: z.number(),
    name: z.string(),
    balance: Amount,
    links: z.array(
      z.object({
        contract: z.object({ name: z.string(), address: z.string() }),
        pes_percentatge: z.int(),
        data_inici: Day,
        data_final: z.nullable(Day),
        gestio_descomptes: z.string(),
        es_origen: z.boolean(),
      }),
    ),
    /** Newest first. */
    entries: z.array(LedgerEntry),
    /** The day and amount of the next expiry. Null if no credit expires. */
    next_expiry: z.optional(z.nullable(z.object({ date: Day, amount: Amount }))),
    projection: z.object({ assumption: z.string(), months: z.array(ProjectedMonth), missing_months: z.array(Day) }),
  }),
  summary: 'Returns the ledger of a virtual battery: the entries with their invoices, the balance and its projection',
})
export type Ledger = z.output<typeof readLedger.reply>
