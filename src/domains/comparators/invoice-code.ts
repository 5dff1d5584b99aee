import { domesticPowerWatts, electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { type EnergyField, energyFields, type PowerField, powerFields } from './rules.ts'

/** The fields of an electricity comparison that an invoice's QR code contains, in the format of the form. */
export type InvoiceCodeFields = Partial<
  Record<
    'cups' | 'postcode' | 'accessTariff' | 'startDate' | 'endDate' | 'invoiceAmount' | PowerField | EnergyField,
    string
  >
>

const threePeriods = '2.0TD'
const sixPeriods = '3.0TD'

/**
 * Parses the address in the QR code of a Spanish electricity invoice (CNMC, resolutions of 24 June 2021,
 * BOE-A-2021-11035, and of 6 October 2022, BOE-A-2022-16989): powers `pP1`…, energy of the invoice `cfP1`…, its days
 * `iniF` and `finF`, its amount `imp`, CUPS `cups` and postcode `cp`. Other parameters and unreadable values are
 * ignored. Returns null if the text is not such an address.
 */
export function parseInvoiceCode(text: string): InvoiceCodeFields | null {
  const query = /\?([^\s#]+)/.exec(text.trim())?.[1]
  if (query === undefined || !/\bcnmc\b/i.test(text)) return null
  const params = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const number = (name: string) => parseNumber(params.get(name))

  const powers = energyFields.map((field) => number(`p${field}`))
  const energy = energyFields.map((field) => number(`cf${field}`))
  const tariff = guessTariff(powers, energy)
  const isThree = tariff === threePeriods
  const fields: InvoiceCodeFields = {
    cups: parseCups(params.get('cups') ?? '') ?? undefined,
    postcode: parsePostcode(params.get('cp')),
    ...Object.fromEntries(powerFields.slice(0, isThree ? 2 : 6).map((field, index) => [field, powers[index]])),
    accessTariff: tariff && String(electricityAccessTariffs.find(({ name }) => name === tariff)!.id),
    startDate: parseDay(params.get('inif')),
    endDate: parseDay(params.get('finf')),
    invoiceAmount: number('imp'),
    ...Object.fromEntries(energyFields.slice(0, isThree ? 3 : 6).map((field, index) => [field, energy[index]])),
  }
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return Object.keys(known).length > 0 ? known : null
}

/**
 * Returns the name of the tariff, derived from whether there are values beyond the third period and from the power.
 * Undefined without a power.
 */
function guessTariff(powers: readonly (string | undefined)[], energy: readonly (string | undefined)[]) {
  if (powers[0] === undefined) return undefined
  const hasMore = [...powers.slice(2), ...energy.slice(3)].some((value) => Number(value ?? 0) > 0)
  const isLarge = powers.some((kw) => Number(kw ?? 0) * 1_000 > domesticPowerWatts)
  return hasMore || isLarge ? sixPeriods : threePeriods
}

/** Parses a number with a decimal point or comma, optionally followed by its unit in brackets. */
function parseNumber(text: string | undefined): string | undefined {
  return /^(\d{1,9}(?:[.,]\d{1,6})?)\s*(?:\[.*\])?$/.exec(text ?? '')?.[1]?.replace(',', '.')
}

function parsePostcode(text: string | undefined): string | undefined {
  const five = (text ?? '').padStart(5, '0')
  return text && isPostcode(five) ? five : undefined
}

/** Parses a day, which invoices encode as `2026-10-31`, `31-10-2026` or `31/10/2026`. */
function parseDay(text: string | undefined): MarketDay | undefined {
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text ?? '') ?? []
  const written = day ? `${year}-${month}-${day}` : (text ?? '').slice(0, 10)
  return isMarketDay(written) ? written : undefined
}
