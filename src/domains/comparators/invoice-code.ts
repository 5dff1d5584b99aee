import { domesticPowerWatts, electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { readComparatorCode } from '#vocabulary/comparator-code.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { addDays } from '#vocabulary/day.ts'
import { parsePostcode } from '#vocabulary/postcode.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
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
 * Parses the address in the QR code of a Spanish electricity invoice into the fields of a comparison. Returns null if
 * the text is not such an address, or has nothing that the form asks for.
 */
export function parseInvoiceCode(text: string): InvoiceCodeFields | null {
  const code = readComparatorCode(text)
  if (!code) return null
  const powers = energyFields.map((_, index) => positive(code[`pP${(index + 1) as Period}`]))
  const energy = energyFields.map((_, index) => positive(code[`cfP${(index + 1) as Period}`]))
  const tariff = guessTariff(powers, energy)
  const isThree = tariff === threePeriods
  const fields: InvoiceCodeFields = {
    cups: parseCups(code.cups ?? '') ?? undefined,
    postcode: parsePostcode(code.cp),
    ...Object.fromEntries(powerFields.slice(0, isThree ? 2 : 6).map((field, index) => [field, powers[index]])),
    accessTariff: tariff && String(electricityAccessTariffs.find(({ name }) => name === tariff)!.id),
    // The code names the day before the first one that is billed.
    startDate: code.iniF && addDays(code.iniF, 1),
    endDate: code.finF,
    invoiceAmount: positive(code.imp),
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

function positive(text: string | undefined): string | undefined {
  return text?.startsWith('-') ? undefined : text
}
