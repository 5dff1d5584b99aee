import { hoursFrom } from '#vocabulary/calendar-day.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { dayCount, isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import {
  comparedGasTariffs,
  comparedTariff,
  type EnergyField,
  energyFields,
  fieldsOf,
  type PowerField,
  powerFields,
} from './rules.ts'

/** A longer range is no invoice. */
const mostDays = 400

/** What is wrong with a field, by the names of the wire, as codes of `fieldErrors`. */
export type Problems = Partial<Record<string, string>>

type Kwh = number | null | undefined
type OfInvoice = {
  cups: string
  comerOrigin: number | null | undefined
  startDate: string
  endDate: string
  accessTariff: string | number
  invoiceAmount: number | null | undefined
  postcode?: string | null | undefined
}
/** What is compared, in kW, kWh and euros; null is a field left empty. */
export type AskedElectricity = OfInvoice & {
  power: number | null | undefined
} & Partial<Record<Exclude<PowerField, 'power'>, number | null | undefined>> &
  Partial<Record<EnergyField, Kwh>>
export type AskedGas = OfInvoice & { p1?: Kwh }

/** What keeps an electricity invoice from being compared. `today` is the last day that an invoice can end on. */
export function electricityProblems(asked: AskedElectricity, today: MarketDay): Problems {
  const tariff = comparedTariff(asked.accessTariff)
  return {
    ...invoiceProblems(asked, { isTariff: tariff !== undefined, today }),
    ...(isPositive(asked.power) ? {} : { power: 'power_invalid' }),
    ...Object.fromEntries(powerFields.slice(1).flatMap((field) => powerProblem(asked, field, tariff?.name))),
    ...(tariff ? energyProblems(asked, tariff.name) : {}),
  }
}

/** What keeps a gas invoice from being compared. */
export function gasProblems(asked: AskedGas, today: MarketDay): Problems {
  const isTariff = comparedGasTariffs.some(({ id }) => id === Number(asked.accessTariff))
  return {
    ...invoiceProblems(asked, { isTariff, today }),
    ...(asked.p1 == null ? { p1: 'consumption_required' } : {}),
  }
}

/** Whether so much energy cannot pass through such a power in so many hours. */
export function isTooHigh({ kwh, kw, hours }: { kwh: number; kw: number; hours: number }): boolean {
  // In whole Wh and W: so much as just passes is not more by a rounding of decimals.
  return Math.round(kwh * 1_000) > Math.round(kw * 1_000) * hours
}

function invoiceProblems(asked: OfInvoice, { isTariff, today }: { isTariff: boolean; today: MarketDay }): Problems {
  const { cups, comerOrigin, invoiceAmount, postcode } = asked
  return {
    ...(cups.trim() === '' ? { cups: 'required' } : parseCups(cups) ? {} : { cups: 'cups_not_valid' }),
    ...(isPositive(comerOrigin) ? {} : { comerOrigin: 'required' }),
    ...(isTariff ? {} : { accessTariff: 'required' }),
    ...dateProblems(asked, today),
    ...(isPositive(invoiceAmount) ? {} : { invoiceAmount: 'amount_invalid' }),
    ...(postcode && !isPostcode(postcode) ? { postcode: 'postcode_invalid' } : {}),
  }
}

function dateProblems({ startDate, endDate }: OfInvoice, today: MarketDay): Problems {
  const problems: Problems = {}
  if (!isMarketDay(startDate)) problems.startDate = 'date_invalid'
  if (!isMarketDay(endDate)) problems.endDate = 'date_invalid'
  if (problems.startDate || problems.endDate) return problems
  if (endDate < startDate) return { endDate: 'end_before_start' }
  if (endDate > today) return { endDate: 'date_in_future' }
  return dayCount(startDate, endDate) > mostDays ? { endDate: 'range_too_long' } : {}
}

function powerProblem(asked: AskedElectricity, field: PowerField, tariff: EnergyTariff | undefined) {
  const kw = asked[field]
  if (kw == null) return []
  if (tariff && !fieldsOf(tariff).powers.includes(field)) return kw > 0 ? [[field, 'period_not_of_tariff']] : []
  return isPositive(kw) ? [] : [[field, 'power_invalid']]
}

function energyProblems(asked: AskedElectricity, tariffName: EnergyTariff): Problems {
  const { energy } = fieldsOf(tariffName)
  const problems: Problems = {}
  for (const field of energy) if (asked[field] == null) problems[field] = 'consumption_required'
  for (const field of energyFields)
    if (asked[field] && !energy.includes(field)) problems[field] = 'period_not_of_tariff'
  if (Object.keys(problems).length > 0 || !isPositive(asked.power)) return problems
  if (!isMarketDay(asked.startDate) || !isMarketDay(asked.endDate) || asked.endDate < asked.startDate) return problems
  const kwh = energy.reduce((sum, field) => sum + (asked[field] ?? 0), 0)
  const kw = Math.max(...powerFields.map((field) => asked[field] ?? 0))
  const hours = hoursFrom(asked.startDate, asked.endDate)
  return isTooHigh({ kwh, kw, hours }) ? { p1: 'consumption_too_high' } : problems
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && value > 0
}
