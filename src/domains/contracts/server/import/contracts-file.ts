import * as z from 'zod'
import { longestLogin, longestPassword } from '#domains/session/rules.ts'
import { locales } from '#kit/locale.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'

/*
 * What a retailer tells of its customers in a file, section by section; docs/import-contracts.md explains it. An object is
 * whole: an optional member that is left out has its default.
 */

const Line = z.string().trim().min(1).max(200)
const OptionalLine = Line.nullable().default(null)
const Day = z.iso.date()
const OptionalDay = Day.nullable().default(null)
const Email = z.email().nullable().default(null)
const Energy = z.enum(['electricity', 'gas'])
const Price = z.string().regex(/^-?\d{1,6}(\.\d{1,12})?$/, 'is not a price such as "0.1478"')
const Percent = z.string().regex(/^\d{1,2}(\.\d{1,6})?$|^100$/, 'is not a percentage such as "5"')
const Watts = z.int().min(1).max(1_000_000_000)

const Cups = readBy(parseCups, 'is not a CUPS: its shape or its check letters are wrong')
const TaxId = readBy((text) => parseTaxId(text)?.taxId ?? null, 'is not a tax id: its shape or its control is wrong')
const Iban = readBy(parseIban, 'is not an IBAN: its shape or its check digits are wrong')

const StandingPrice = z.strictObject({ per: z.enum(['day', 'year']), eur: Price })
const From = { validFrom: Day }

const ElectricityPrices = z
  .strictObject({
    ...From,
    tariff: z.enum(energyTariffs),
    powerPerKw: z.array(StandingPrice),
    energyEurPerKwh: z.array(Price),
    surplusEurPerKwh: Price.nullable().default(null),
    discounts: z.strictObject({ power: Percent.optional(), energy: Percent.optional() }).default({}),
  })
  .superRefine(({ tariff, powerPerKw, energyEurPerKwh }, { addIssue }) => {
    const expected = { powerPerKw: powerPeriodCount(tariff), energyEurPerKwh: energyPeriodCount(tariff) }
    const given = { powerPerKw: powerPerKw.length, energyEurPerKwh: energyEurPerKwh.length }
    for (const term of ['powerPerKw', 'energyEurPerKwh'] as const)
      if (given[term] !== expected[term])
        addIssue({
          code: 'custom',
          path: [term],
          message: `has ${given[term]} prices; ${tariff} has ${expected[term]}`,
        })
  })

const gasTariff = /^(RL|RLTA|RLPS)\.\d{1,2}$/
const GasTariff = z.string().regex(gasTariff, 'is not a gas tariff such as "RL.2"')

const GasPrices = z.strictObject({
  ...From,
  tariff: GasTariff,
  fixed: StandingPrice,
  variableEurPerKwh: Price,
  discounts: z.strictObject({ gas_fixed: Percent.optional(), gas_variable: Percent.optional() }).default({}),
})

export const DistributorItem = z.strictObject({
  code: z.string().regex(/^\d{4}$/, 'is not a code of four digits'),
  name: Line,
  website: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  breakdownPhone: OptionalLine,
})
export type DistributorItem = z.output<typeof DistributorItem>

/** What customers may choose of the tariff; `unitCount` is how many months or hours in a row, 1 for a day of the week. */
const TariffOption = z
  .strictObject({
    ...From,
    kind: z.enum(['double_tariff', 'happy_hours', 'happy_day']),
    discountPercent: Percent,
    unitCount: z.int().min(1).max(24).default(1),
    takesEffect: z.enum(['next_month', 'next_day']).default('next_month'),
  })
  .refine(({ kind, unitCount }) => kind !== 'double_tariff' || unitCount < 12, {
    path: ['unitCount'],
    message: 'is a whole year or more',
  })
  .refine(({ kind, unitCount }) => kind !== 'happy_day' || unitCount === 1, {
    path: ['unitCount'],
    message: 'is not 1, as it is for a day of the week',
  })

const ProductNames = { name: Line, commercialName: OptionalLine }

export const ProductItem = z.discriminatedUnion('energy', [
  z.strictObject({
    energy: z.literal('electricity'),
    ...ProductNames,
    prices: z.array(ElectricityPrices).default([]),
    options: z.array(TariffOption).default([]),
  }),
  z.strictObject({ energy: z.literal('gas'), ...ProductNames, prices: z.array(GasPrices).default([]) }),
])
export type ProductItem = z.output<typeof ProductItem>

export const CustomerItem = z.strictObject({
  taxId: TaxId,
  name: Line,
  fiscalAddress: Line,
  email: Email,
  phone: OptionalLine,
})
export type CustomerItem = z.output<typeof CustomerItem>

export const SupplyPointItem = z.strictObject({
  cups: Cups,
  energy: Energy,
  street: Line,
  postcode: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/, 'is not a Spanish postcode'),
  city: Line,
  provinceCode: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-2])$/, 'is not a province from "01" to "52"'),
  cadastralReference: z
    .string()
    .regex(/^[\dA-Z]{14}([\dA-Z]{6})?$/, 'is not a cadastral reference')
    .nullable()
    .default(null),
  distributor: z.string().nullable().default(null),
})
export type SupplyPointItem = z.output<typeof SupplyPointItem>

export const ContractItem = z
  .strictObject({
    name: Line,
    customer: TaxId,
    supplyPoint: Cups,
    state: z.enum(['esborrany', 'activa', 'baixa', 'cancelada']),
    signedOn: OptionalDay,
    startsOn: OptionalDay,
    endsOn: OptionalDay,
    tariff: z.string(),
    product: Line,
    powerWatts: z.array(Watts).default([]),
    selfConsumption: z
      .string()
      .regex(/^[\dC]{2}$/, 'is not a code of self-consumption such as "12"')
      .default('00'),
    atrAvailable: z.boolean().default(true),
    payer: z.strictObject({ name: Line, taxId: TaxId, address: Line }).nullable().default(null),
    iban: Iban.nullable().default(null),
    invoiceDelivery: z.enum(['email', 'postal']).default('email'),
    notification: z
      .strictObject({ name: Line, address: Line, email: Email, phone: OptionalLine })
      .nullable()
      .default(null),
    distributorReference: OptionalLine,
    pressure: OptionalLine,
    flowRate: OptionalLine,
  })
  .superRefine((contract, { addIssue }) => {
    for (const [path, message] of contradictionsOf(contract)) addIssue({ code: 'custom', path: [path], message })
  })
export type ContractItem = z.output<typeof ContractItem>

export const UserItem = z.strictObject({
  login: z.string().trim().toLowerCase().min(1).max(longestLogin),
  email: z.email(),
  name: Line,
  locale: z.enum(locales).default('es'),
  customers: z.array(TaxId).min(1),
  password: z.string().min(8).max(longestPassword).optional(),
  mustChangePassword: z.boolean().default(true),
})
export type UserItem = z.output<typeof UserItem>

/** The sections of a file, in the order in which they are taken in. */
export const sectionNames = ['distributors', 'products', 'customers', 'supplyPoints', 'contracts', 'users'] as const
export type SectionName = (typeof sectionNames)[number]

/** The file as a whole; its items are looked at one by one, so that one that is wrong does not hold up the rest. */
export const ContractsFile = z.strictObject(
  Object.fromEntries(sectionNames.map((name) => [name, z.array(z.unknown()).optional()])) as Record<
    SectionName,
    z.ZodOptional<z.ZodArray<z.ZodUnknown>>
  >,
)

/** The same as whoever writes such a file states it. */
export type ContractsFileIn = {
  distributors?: z.input<typeof DistributorItem>[]
  products?: z.input<typeof ProductItem>[]
  customers?: z.input<typeof CustomerItem>[]
  supplyPoints?: z.input<typeof SupplyPointItem>[]
  contracts?: z.input<typeof ContractItem>[]
  users?: z.input<typeof UserItem>[]
}

const smallPowerWatts = 15_000

/** What in a contract does not go together, by the member to look at. */
function contradictionsOf(contract: {
  state: string
  startsOn: string | null
  endsOn: string | null
  tariff: string
  powerWatts: number[]
}): [path: string, message: string][] {
  const { state, startsOn, endsOn, tariff, powerWatts } = contract
  const found: [string, string][] = []
  if (state === 'activa' && startsOn === null) found.push(['startsOn', 'is missing: the contract is active'])
  if (state === 'activa' && endsOn !== null) found.push(['endsOn', 'is given, but the contract is active'])
  if (state === 'baixa' && endsOn === null) found.push(['endsOn', 'is missing: the contract has ended'])
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) found.push(['endsOn', 'is before startsOn'])

  const electricityTariff = energyTariffs.find((known) => known === tariff)
  if (!electricityTariff && !gasTariff.test(tariff)) found.push(['tariff', 'is not an access tariff such as "2.0TD"'])
  const powerCount = electricityTariff ? powerPeriodCount(electricityTariff) : 0
  if (powerWatts.length !== powerCount)
    found.push(['powerWatts', `has ${powerWatts.length} powers; ${tariff} has ${powerCount}`])
  const isFalling = powerWatts.some((watts, index) => watts < (powerWatts[index - 1] ?? 0))
  // A household may hold less in the valley than at the peak; above 15 kW no period may have less than the one before.
  if (powerCount === 6 && isFalling) found.push(['powerWatts', 'falls from one period to the next'])
  if (powerCount === 2 && Math.max(...powerWatts) > smallPowerWatts)
    found.push(['powerWatts', `is more than ${smallPowerWatts} W, which ${tariff} does not allow`])
  return found
}

function readBy(parse: (text: string) => string | null, message: string) {
  return z.string().transform((text, context) => {
    const read = parse(text)
    if (read !== null) return read
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })
}
