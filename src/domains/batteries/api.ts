import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'
import { discountHandlings, entryReasons, wholePercentage } from './rules.ts'

const Day = z.iso.date()
/** Euros with their exact decimals. */
const Amount = z.number()
const Named = z.object({ id: z.number(), name: z.string() })

/** The share that a contract has of a virtual battery (solar wallet), as the contract tells it. */
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
  /** Ours: whether the contract has self-consumption. */
  self_consumption: z.optional(z.boolean()),
  /** Ours. */
  version: ReadVersion,
})
export type BatteryLink = z.output<typeof BatteryLink>

const notEditable = { contract_not_active: 409, battery_not_active: 409 } as const
const Percentage = z.int().check(z.gte(0), z.lte(wholePercentage))

/** Another server may say no more than that it is done. */
const SharedOut = z.object({ bateria_id: z.optional(z.number()), pes_percentatge: z.optional(z.number()) })

export const listBatteryTypes = call({
  method: 'GET',
  path: '/contract/bateria/types',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(z.object({ id: z.optional(z.number()), name: z.string(), description: z.string() })),
  }),
  summary: "What can be done with a contract's part of a virtual battery",
})

export const chooseDiscounts = call({
  method: 'PUT',
  path: '/contract/:contractName/bateria/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  body: z.strictObject({ valor_descomptes: z.enum(discountHandlings), version: SeenVersion }),
  reply: z.object({ bateria_id: z.optional(z.number()), gestio_descomptes: z.optional(z.string()) }),
  refusals: notEditable,
  summary: "Chooses what is done with a contract's part of a virtual battery: the name of a type",
})

/** What is shared out of a battery today. */
export const readPercentages = call({
  method: 'GET',
  path: '/contract/bateria_virtual_percentages/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({
    bateria_id: z.number(),
    /** What all contracts have together. */
    percentage: z.int(),
    /** Ours: what each has. */
    contracts: z.optional(
      z.array(z.object({ name: z.string(), address: z.string(), percentage: z.int(), es_origen: z.boolean() })),
    ),
  }),
  summary: 'How much of a virtual battery is shared out, and to which contracts',
})
export type Percentages = z.output<typeof readPercentages.reply>

export const changePercentage = call({
  method: 'PUT',
  path: '/contract/:contractName/change_bateria_pes_percentatge/:bateriaId',
  versions: [1, 2],
  access: 'customer',
  body: z.strictObject({ pes_percentatge: Percentage, version: SeenVersion }),
  reply: SharedOut,
  refusals: { ...notEditable, battery_over_whole: 409 },
  summary: 'Changes the percentage of a virtual battery that a contract gets; 0 locks it',
})

export const moveShare = call({
  method: 'PUT',
  path: '/contract/:contractName/bateria_virtual_move_virtual_battery/:bateriaOrigenId',
  versions: [1, 2],
  access: 'customer',
  body: z.strictObject({
    pes_percentatge: Percentage,
    bateria_desti: z.int32().check(z.positive()),
    /** Of the share that is moved. */
    version: SeenVersion,
  }),
  reply: SharedOut,
  refusals: {
    ...notEditable,
    origin_battery: 409,
    self_consumption: 409,
    battery_already_shared: 409,
    battery_over_whole: 409,
  },
  summary: "Moves a contract's share, with its part of the money, to another virtual battery of the same holder",
})

/** Ours: the batteries of the holders, for whoever has to choose one. */
export const listBatteries = call({
  method: 'GET',
  path: '/batteries/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(z.object({ id: z.number(), name: z.string(), balance: Amount, contracts: z.array(z.string()) })),
  }),
  summary: 'The virtual batteries of a customer with what they hold and the contracts that have ever had a share',
})

const LedgerEntry = z.object({
  id: z.number(),
  date: Day,
  reason: z.enum(entryReasons),
  amount: Amount,
  /** What the battery held after it. */
  balance: Amount,
  contract: z.nullable(z.string()),
  invoice: z.nullable(z.object({ id: z.number(), number: z.string(), date: Day })),
  /** Where it was moved from or to. */
  other_battery: z.nullable(Named),
})

const ProjectedMonth = z.object({
  month: Day,
  /** Null where nothing is known of the same month of the year before. */
  surplus: z.nullable(Amount),
  discount: z.nullable(Amount),
  balance: Amount,
})

/** Ours: everything that came into a battery and left it, and what it will hold if the coming year is like the last. */
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
    /** The newest first. */
    entries: z.array(LedgerEntry),
    /** When credit expires next, and how much. Null where none does. */
    next_expiry: z.optional(z.nullable(z.object({ date: Day, amount: Amount }))),
    projection: z.object({ assumption: z.string(), months: z.array(ProjectedMonth), missing_months: z.array(Day) }),
  }),
  summary: 'The ledger of a virtual battery with the invoice of each line, its balance, and a projection of it',
})
export type Ledger = z.output<typeof readLedger.reply>
