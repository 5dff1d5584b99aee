import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'

/* The options that customers choose for their tariff. `:contractId` is the API id of the contract; that of another
   customer is 404, and so is a contract whose product does not offer the option, or any contract if the retailer
   does not. */

const Day = z.iso.date()
/** kWh with their exact decimals. Null if unknown. */
const Energy = z.nullable(z.number())
/** Euros that a choice would have saved in the last year, before taxes. Null while unknown. */
const Saving = z.nullable(z.number())

const Month = z.int().check(z.gte(1), z.lte(12))
const Year = z.int().check(z.gte(2000), z.lte(2200))
const DoubleTariff = { startMonth: Month, startYear: Year, endMonth: Month, endYear: Year }
const HappyHours = {
  startHour: z.int().check(z.gte(0), z.lte(23)),
  endHour: z.int().check(z.gte(1), z.lte(24)),
}
const HappyDay = { value: z.int().check(z.gte(1), z.lte(7)), label: z.string() }

/** Llum extension: the day from which a choice applies, and the version to send with the next one. */
const ValidFrom = { valid_from: z.optional(z.nullable(Day)), version: ReplyVersion }
const PresentDoubleTariff = z.object({
  startMonth: z._default(z.nullable(Month), null),
  startYear: z._default(z.nullable(Year), null),
  endMonth: z._default(z.nullable(Month), null),
  endYear: z._default(z.nullable(Year), null),
  ...ValidFrom,
})
const PresentHappyHours = z.object({
  startHour: z._default(z.nullable(HappyHours.startHour), null),
  endHour: z._default(z.nullable(HappyHours.endHour), null),
  ...ValidFrom,
})
const PresentHappyDay = z.object({
  value: z._default(z.nullable(HappyDay.value), null),
  label: z._default(z.nullable(HappyDay.label), null),
  ...ValidFrom,
})

/**
 * The choices on offer and, as Llum extensions, the discount of the product, the day from which it applies, and the
 * usage to choose by.
 */
const offerOf = <Shape extends z.core.$ZodLooseShape>(choice: Shape) =>
  z.object({
    items: z.array(z.object({ ...choice, valid_from: z.optional(Day), saving: z._default(Saving, null) })),
    /** Percent off the price of the energy used within the choice. */
    discount_percentage: z.optional(z.number()),
    /** How many consecutive months, hours or days are chosen. */
    unit_count: z._default(z.number(), 0),
    /** By hour of an average day (0 to 23), by day of an average week (1 to 7), or by month of the year (1 to 12). */
    usage: z._default(z.array(z.object({ value: z.number(), energy: Energy })), []),
    /** How many of the last 365 days have measurements. */
    days_measured: z._default(z.number(), 0),
  })

const shared = { versions: [1, 2], access: 'customer', upstream: 'forwarded' } as const
const refusals = { contract_not_active: 409, option_not_available: 400, option_unchanged: 400 } as const

export const listDoubleTariffs = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/available-double-tariffs/',
  reply: offerOf(DoubleTariff),
  summary: 'Lists the double tariff periods that a contract may choose, with what each would have saved',
})

export const readDoubleTariff = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/double-tariff/',
  reply: PresentDoubleTariff,
  summary: 'Returns the double tariff period that a contract last chose',
})

export const chooseDoubleTariff = call({
  ...shared,
  method: 'POST',
  path: '/contract/:contractId/double-tariff/',
  body: z.strictObject({ ...DoubleTariff, version: ExpectedVersion }),
  reply: PresentDoubleTariff,
  refusals,
  summary: 'Chooses the double tariff period of a contract',
})

export const listHappyHours = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/available-happy-hours/',
  reply: offerOf(HappyHours),
  summary: 'Lists the happy hours that a contract may choose, with what each would have saved',
})

export const readHappyHours = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/happy-hours/',
  reply: PresentHappyHours,
  summary: 'Returns the happy hours that a contract last chose',
})

export const chooseHappyHours = call({
  ...shared,
  method: 'POST',
  path: '/contract/:contractId/happy-hours/',
  body: z.strictObject({ ...HappyHours, version: ExpectedVersion }),
  reply: PresentHappyHours,
  refusals,
  summary: 'Chooses the happy hours of a contract',
})

export const listHappyDays = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/available-happy-days/',
  reply: offerOf(HappyDay),
  summary: 'Lists the happy days that a contract may choose, with what each would have saved',
})

export const readHappyDay = call({
  ...shared,
  method: 'GET',
  path: '/contract/:contractId/happy-day/',
  reply: PresentHappyDay,
  summary: 'Returns the happy day that a contract last chose',
})

export const chooseHappyDay = call({
  ...shared,
  method: 'POST',
  path: '/contract/:contractId/happy-day/',
  /** The name of the day may be included, as forms have it. */
  body: z.strictObject({
    value: HappyDay.value,
    label: z.optional(z.string().check(z.maxLength(40))),
    version: ExpectedVersion,
  }),
  reply: PresentHappyDay,
  refusals,
  summary: 'Chooses the happy day of a contract',
})
