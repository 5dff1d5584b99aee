import * as z from 'zod'
import { maxLoginLength, maxPasswordLength } from '#domains/session/rules.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { locales } from '#vocabulary/locale.ts'
import { paymentMeans } from '#vocabulary/payment-means.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import { isCompanyTaxId, parseTaxId } from '#vocabulary/tax-id.ts'

/* A retailer's customer data in a file, section by section; docs/import-contracts.md explains it. Every object is
   complete: an omitted optional member has its default. */

const Line = z.string().trim().min(1).max(200)
const OptionalLine = Line.nullable().default(null)
const Day = z.iso.date()
const OptionalDay = Day.nullable().default(null)
const Email = z.email().nullable().default(null)
const Energy = z.enum(['electricity', 'gas'])
const Price = z.string().regex(/^-?\d{1,6}(\.\d{1,12})?$/, rejectionReason('not_price').name)
const Percent = z.string().regex(/^\d{1,2}(\.\d{1,6})?$|^100$/, rejectionReason('not_percentage').name)
const Watts = z.int().min(1).max(1_000_000_000)

const Cups = parsedText(parseCups, rejectionReason('not_cups').name)
const TaxId = parsedText((text) => parseTaxId(text)?.taxId ?? null, rejectionReason('not_tax_id').name)
const Iban = parsedText(parseIban, rejectionReason('not_iban').name)

const StandingPrice = z.strictObject({ per: z.enum(['day', 'year']), eur: Price })
const ValidFrom = { validFrom: Day }

const ElectricityPrices = z
  .strictObject({
    ...ValidFrom,
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
          message: rejectionReason('prices_count').name,
          params: { given: given[term], tariff, expected: expected[term] },
        })
  })

const gasTariff = /^(RL|RLTA|RLPS)\.\d{1,2}$/
const GasTariff = z.string().regex(gasTariff, rejectionReason('not_gas_tariff').name)

const GasPrices = z.strictObject({
  ...ValidFrom,
  tariff: GasTariff,
  fixed: StandingPrice,
  variableEurPerKwh: Price,
  discounts: z.strictObject({ gas_fixed: Percent.optional(), gas_variable: Percent.optional() }).default({}),
})

export const DistributorItem = z.strictObject({
  code: z.string().regex(/^\d{4}$/, rejectionReason('not_distributor_code').name),
  name: Line,
  website: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  breakdownPhone: OptionalLine,
})
export type DistributorItem = z.output<typeof DistributorItem>

/**
 * The tariff options that customers can choose. `unitCount` is the number of consecutive months or hours, 1 for a day
 * of the week.
 */
const TariffOption = z
  .strictObject({
    ...ValidFrom,
    kind: z.enum(['double_tariff', 'happy_hours', 'happy_day']),
    discountPercent: Percent,
    unitCount: z.int().min(1).max(24).default(1),
    takesEffect: z.enum(['next_month', 'next_day']).default('next_month'),
  })
  .refine(({ kind, unitCount }) => kind !== 'double_tariff' || unitCount < 12, {
    path: ['unitCount'],
    message: rejectionReason('whole_year').name,
  })
  .refine(({ kind, unitCount }) => kind !== 'happy_day' || unitCount === 1, {
    path: ['unitCount'],
    message: rejectionReason('not_one_day').name,
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
  postcode: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/, rejectionReason('not_postcode').name),
  city: Line,
  provinceCode: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-2])$/, rejectionReason('not_province').name),
  provinceFrom: OptionalDay,
  cadastralReference: z
    .string()
    .regex(/^[\dA-Z]{14}([\dA-Z]{6})?$/, rejectionReason('not_cadastral_reference').name)
    .nullable()
    .default(null),
  distributor: z.string().nullable().default(null),
})
export type SupplyPointItem = z.output<typeof SupplyPointItem>

/** The discounts of a promotion, in per cent, which take the place of the product's own until its last day. */
const Promotion = z.strictObject({
  name: Line,
  endsOn: Day,
  discounts: z.strictObject({
    ...{ power: Percent.optional(), energy: Percent.optional() },
    ...{ gas_fixed: Percent.optional(), gas_variable: Percent.optional() },
  }),
})

/** What leaving costs until a day: at most so many per cent of the energy still to be supplied. */
const Penalty = z.strictObject({ percent: Percent, endsOn: Day })

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
    tariffFrom: OptionalDay,
    product: Line,
    powerWatts: z.array(Watts).default([]),
    selfConsumption: z
      .string()
      .regex(/^[\dC]{2}$/, rejectionReason('not_self_consumption').name)
      .default('00'),
    atrAvailable: z.boolean().default(true),
    payer: z.strictObject({ name: Line, taxId: TaxId, address: Line }).nullable().default(null),
    iban: Iban.nullable().default(null),
    /** As before if omitted; a contract with an account is charged to it. */
    paymentMeans: z.enum(paymentMeans).nullable().default(null),
    invoiceDelivery: z.enum(['email', 'postal']).default('email'),
    notification: z
      .strictObject({ name: Line, address: Line, email: Email, phone: OptionalLine })
      .nullable()
      .default(null),
    distributorReference: OptionalLine,
    pressure: OptionalLine,
    flowRate: OptionalLine,
    renewsOn: OptionalDay,
    promotion: Promotion.nullable().default(null),
    penalty: Penalty.nullable().default(null),
  })
  .superRefine((contract, { addIssue }) => {
    for (const [path, { name, values }] of findContradictions(contract))
      addIssue({ code: 'custom', path: [path], message: name, params: values })
    const problem = findPenaltyProblem(contract)
    if (problem) addIssue({ code: 'custom', path: ['penalty'], message: problem.name, params: problem.values })
  })
export type ContractItem = z.output<typeof ContractItem>

export const UserItem = z.strictObject({
  login: z.string().trim().toLowerCase().min(1).max(maxLoginLength),
  email: z.email(),
  name: Line,
  locale: z.enum(locales).default('es'),
  customers: z.array(TaxId).min(1),
  password: z.string().min(8).max(maxPasswordLength).optional(),
  mustChangePassword: z.boolean().default(true),
})
export type UserItem = z.output<typeof UserItem>

/** The sections of a file, in import order. */
export const sectionNames = ['distributors', 'products', 'customers', 'supplyPoints', 'contracts', 'users'] as const
export type SectionName = (typeof sectionNames)[number]

/** The file as a whole. Its items are validated one by one, so that an invalid one does not block the rest. */
export const ContractsFile = z.strictObject(
  Object.fromEntries(sectionNames.map((name) => [name, z.array(z.unknown()).optional()])) as Record<
    SectionName,
    z.ZodOptional<z.ZodArray<z.ZodUnknown>>
  >,
)

/** The same as the author of such a file writes it. */
export type ContractsFileIn = {
  distributors?: z.input<typeof DistributorItem>[]
  products?: z.input<typeof ProductItem>[]
  customers?: z.input<typeof CustomerItem>[]
  supplyPoints?: z.input<typeof SupplyPointItem>[]
  contracts?: z.input<typeof ContractItem>[]
  users?: z.input<typeof UserItem>[]
}

const smallPowerWatts = 15_000

type AgreedPenalty = {
  customer: string
  tariff: string
  renewsOn: string | null
  penalty: { percent: string; endsOn: string } | null
}

/**
 * Returns why leaving may not cost what was agreed: a person with 2.0TD leaves free of charge from the first renewal on,
 * and before it for at most 5 % of the energy still to be supplied (RD 88/2026, article 28.3).
 */
function findPenaltyProblem({ customer, tariff, renewsOn, penalty }: AgreedPenalty): RejectionReason | null {
  if (!penalty || tariff !== '2.0TD' || isCompanyTaxId(customer)) return null
  if (Number(penalty.percent) > maxPenaltyPercent)
    return rejectionReason('penalty_too_high', { most: maxPenaltyPercent })
  return renewsOn !== null && penalty.endsOn >= renewsOn ? rejectionReason('penalty_after_renewal') : null
}

const maxPenaltyPercent = 5

/** Returns the contradictions within a contract, by the member to check. */
function findContradictions(contract: {
  state: string
  startsOn: string | null
  endsOn: string | null
  tariff: string
  powerWatts: number[]
}): [path: string, reason: RejectionReason][] {
  const { state, startsOn, endsOn, tariff, powerWatts } = contract
  const contradictions: [string, RejectionReason][] = []
  if (state === 'activa' && startsOn === null)
    contradictions.push(['startsOn', rejectionReason('active_without_start')])
  if (state === 'activa' && endsOn !== null) contradictions.push(['endsOn', rejectionReason('active_with_end')])
  if (state === 'baixa' && endsOn === null) contradictions.push(['endsOn', rejectionReason('ended_without_end')])
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    contradictions.push(['endsOn', rejectionReason('before_start')])

  const electricityTariff = energyTariffs.find((known) => known === tariff)
  if (!electricityTariff && !gasTariff.test(tariff)) contradictions.push(['tariff', rejectionReason('not_tariff')])
  const powerCount = electricityTariff ? powerPeriodCount(electricityTariff) : 0
  if (powerWatts.length !== powerCount)
    contradictions.push([
      'powerWatts',
      rejectionReason('powers_count', { given: powerWatts.length, tariff, expected: powerCount }),
    ])
  const isFalling = powerWatts.some((watts, index) => watts < (powerWatts[index - 1] ?? 0))
  // A household may have less power in the valley than at the peak; above 15 kW no period may have less than the one
  // before.
  if (powerCount === 6 && isFalling) contradictions.push(['powerWatts', rejectionReason('powers_falling')])
  if (powerCount === 2 && Math.max(...powerWatts) > smallPowerWatts)
    contradictions.push(['powerWatts', rejectionReason('power_too_high', { most: smallPowerWatts, tariff })])
  return contradictions
}

function parsedText(parse: (text: string) => string | null, message: string) {
  return z.string().transform((text, context) => {
    const parsed = parse(text)
    if (parsed !== null) return parsed
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })
}
