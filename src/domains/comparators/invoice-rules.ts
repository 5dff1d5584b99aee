import { countHours } from '#vocabulary/calendar-day.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { dayCount, isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import {
  comparedGasTariffs,
  type EnergyField,
  energyFields,
  fieldsOf,
  findComparedTariff,
  type PowerField,
  powerFields,
} from './rules.ts'

/** A longer range cannot be an invoice. */
const maxDays = 400

/** The problems by API field name, as codes of `fieldErrors`. */
export type Problems = Partial<Record<string, string>>

type Kwh = number | null | undefined
type InvoiceInput = {
  cups: string
  comerOrigin: number | null | undefined
  startDate: string
  endDate: string
  accessTariff: string | number
  invoiceAmount: number | null | undefined
  postcode?: string | null | undefined
}
/** The input of a comparison, in kW, kWh and euros; null for an empty field. */
export type ElectricityInput = InvoiceInput & {
  power: number | null | undefined
} & Partial<Record<Exclude<PowerField, 'power'>, number | null | undefined>> &
  Partial<Record<EnergyField, Kwh>>
export type GasInput = InvoiceInput & { p1?: Kwh }

/**
 * Returns the problems that prevent an electricity invoice from being compared. `today` is the last day on which an
 * invoice can end.
 */
export function findElectricityProblems(input: ElectricityInput, today: MarketDay): Problems {
  const tariff = findComparedTariff(input.accessTariff)
  return {
    ...findInvoiceProblems(input, { isTariff: tariff !== undefined, today }),
    ...(isPositive(input.power) ? {} : { power: 'power_invalid' }),
    ...Object.fromEntries(powerFields.slice(1).flatMap((field) => findPowerProblem(input, field, tariff?.name))),
    ...(tariff ? findEnergyProblems(input, tariff.name) : {}),
  }
}

/** Returns the problems that prevent a gas invoice from being compared. */
export function findGasProblems(input: GasInput, today: MarketDay): Problems {
  const isTariff = comparedGasTariffs.some(({ id }) => id === Number(input.accessTariff))
  return {
    ...findInvoiceProblems(input, { isTariff, today }),
    ...(input.p1 == null ? { p1: 'consumption_required' } : {}),
  }
}

/** Checks whether the energy is more than the power can deliver in the given hours. */
export function isTooHigh({ kwh, kw, hours }: { kwh: number; kw: number; hours: number }): boolean {
  // Compares whole Wh and W, so that decimal rounding does not reject energy exactly at the limit.
  return Math.round(kwh * 1_000) > Math.round(kw * 1_000) * hours
}

function findInvoiceProblems(
  input: InvoiceInput,
  { isTariff, today }: { isTariff: boolean; today: MarketDay },
): Problems {
  const { cups, comerOrigin, invoiceAmount, postcode } = input
  return {
    ...(cups.trim() === '' ? { cups: 'required' } : parseCups(cups) ? {} : { cups: 'cups_not_valid' }),
    ...(isPositive(comerOrigin) ? {} : { comerOrigin: 'required' }),
    ...(isTariff ? {} : { accessTariff: 'required' }),
    ...findDateProblems(input, today),
    ...(isPositive(invoiceAmount) ? {} : { invoiceAmount: 'amount_invalid' }),
    ...(postcode && !isPostcode(postcode) ? { postcode: 'postcode_invalid' } : {}),
  }
}

function findDateProblems({ startDate, endDate }: InvoiceInput, today: MarketDay): Problems {
  const problems: Problems = {}
  if (!isMarketDay(startDate)) problems.startDate = 'date_invalid'
  if (!isMarketDay(endDate)) problems.endDate = 'date_invalid'
  if (problems.startDate || problems.endDate) return problems
  if (endDate < startDate) return { endDate: 'end_before_start' }
  if (endDate > today) return { endDate: 'date_in_future' }
  return dayCount(startDate, endDate) > maxDays ? { endDate: 'range_too_long' } : {}
}

function findPowerProblem(input: ElectricityInput, field: PowerField, tariff: EnergyTariff | undefined) {
  const kw = input[field]
  if (kw == null) return []
  if (tariff && !fieldsOf(tariff).powers.includes(field)) return kw > 0 ? [[field, 'period_not_of_tariff']] : []
  return isPositive(kw) ? [] : [[field, 'power_invalid']]
}

function findEnergyProblems(input: ElectricityInput, tariffName: EnergyTariff): Problems {
  const { energy } = fieldsOf(tariffName)
  const problems: Problems = {}
  for (const field of energy) if (input[field] == null) problems[field] = 'consumption_required'
  for (const field of energyFields)
    if (input[field] && !energy.includes(field)) problems[field] = 'period_not_of_tariff'
  if (Object.keys(problems).length > 0 || !isPositive(input.power)) return problems
  if (!isMarketDay(input.startDate) || !isMarketDay(input.endDate) || input.endDate < input.startDate) return problems
  const kwh = energy.reduce((sum, field) => sum + (input[field] ?? 0), 0)
  const kw = Math.max(...powerFields.map((field) => input[field] ?? 0))
  const hours = countHours(input.startDate, input.endDate)
  return isTooHigh({ kwh, kw, hours }) ? { p1: 'consumption_too_high' } : problems
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && value > 0
}
