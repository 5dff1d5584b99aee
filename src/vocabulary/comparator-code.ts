import { isMarketDay, type MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'

const decimals = [
  ...(['pP1', 'pP2', 'pP3', 'pP4', 'pP5', 'pP6', 'caP1', 'caP2', 'caP3', 'pmaxP1', 'pmaxP2'] as const),
  ...(['cfP1', 'cfP2', 'cfP3', 'cfP4', 'cfP5', 'cfP6', 'cfP1flex', 'cfP2flex'] as const),
  ...(['prP1', 'prP2', 'prE1', 'prE2', 'prE3'] as const),
  ...(['imp', 'impSA', 'impOtrosConIE', 'impOtrosSinIE', 'exc'] as const),
  ...(['dtoBS', 'finBS', 'ajuste', 'impPot', 'impEner', 'dto'] as const),
] as const
const days = ['iniA', 'finPen', 'finContrato', 'iniF', 'finF', 'fFact'] as const
const literals = ['cp', 'tc', 'tf', 'com', 'cups', 'cambio', 'promo', 'verde', 'rev'] as const

type DecimalName = (typeof decimals)[number]
type DayName = (typeof days)[number]
type LiteralName = (typeof literals)[number]

/**
 * What an electricity bill says to the comparator of the CNMC, by the parameters of its address: decimals with a point,
 * days as `YYYY-MM-DD`. Their meaning is in annex I of the CNMC resolution of 24 June 2021 (BOE-A-2021-11035), as
 * changed on 6 October 2022 (BOE-A-2022-16989). `pP3` to `pP6` and `cfP4` to `cfP6` are not in it, but some retailers
 * write them for tariffs of six periods. `iniA` and `iniF` are the days before the first of the year and of the bill.
 */
export type ComparatorCode = Partial<Record<DecimalName, Decimal>> &
  Partial<Record<DayName, MarketDay>> &
  Partial<Record<LiteralName, string>>

const address = 'https://comparador.cnmc.gob.es/comparador/QRE'

/** Returns the address of the comparator that a bill shows as a QR code and as a link. */
export function writeComparatorCode(code: ComparatorCode): string {
  return `${address}?${new URLSearchParams(code)}`
}

const parsers: Record<string, [name: keyof ComparatorCode, parse: (text: string) => string | undefined]> = {
  ...parsersOf(decimals, parseDecimal),
  ...parsersOf(days, parseDay),
  ...parsersOf(literals, (text) => text || undefined),
}

/**
 * Reads the address of the comparator, alone or within a text, in any order and case, separated by `&` or `&amp;`.
 * Unknown parameters and unreadable values are left out. Returns null if the text has no such address.
 */
export function readComparatorCode(text: string): ComparatorCode | null {
  const query = /\?([^\s#]+)/.exec(text.trim())?.[1]
  if (query === undefined || !/\bcnmc\b/i.test(text)) return null
  const code: ComparatorCode = {}
  for (const [name, value] of new URLSearchParams(query.replaceAll('&amp;', '&'))) {
    const [known, parse] = parsers[name.toLowerCase()] ?? []
    const parsed = parse?.(value.trim())
    if (known && parsed !== undefined) code[known] = parsed
  }
  return code
}

function parsersOf<Name extends keyof ComparatorCode>(
  names: readonly Name[],
  parse: (text: string) => string | undefined,
) {
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), [name, parse] as [Name, typeof parse]]))
}

/** Parses a number with a decimal point or comma, optionally followed by its unit in brackets. */
function parseDecimal(text: string): Decimal | undefined {
  return /^(-?\d{1,9}(?:[.,]\d{1,9})?)\s*(?:\[.*\])?$/.exec(text)?.[1]?.replace(',', '.')
}

/** Parses a day, which bills write as `2026-10-31`, `31-10-2026` or `31/10/2026`. */
function parseDay(text: string): MarketDay | undefined {
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text) ?? []
  const written = day ? `${year}-${month}-${day}` : text.slice(0, 10)
  return isMarketDay(written) ? written : undefined
}
