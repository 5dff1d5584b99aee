import type { Locale } from '#kit/locale.ts'
import { formatMonth, formatPower } from '#vocabulary/format.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import { powersIn } from './details.ts'

/** The texts of the values that are said in words. */
export type ValueWords = (key: string, values?: Record<string, string | number>) => string

type Requested = { kind: string; details: unknown }

/** The value that a change asked for, as its customer reads it; null where the kind says it all. */
export function requestedValue({ kind, details }: Requested, locale: Locale, words: ValueWords): string | null {
  const stored = details as Details
  switch (kind) {
    case 'power':
      return [...new Set(powersIn(details))].map((watts) => formatPower(watts, locale)).join(' / ') || null
    case 'iban':
      return stored.iban ? maskedIban(stored.iban) : null
    case 'happy_hours':
      return words('hours', { from: `${twoDigits(stored.startHour)}:00`, to: `${twoDigits(stored.endHour)}:00` })
    case 'double_tariff':
      return monthsOf(stored, locale)
    case 'happy_day':
      return words('weekday', { day: String(stored.value) })
    case 'invoice_online':
      return words('delivery', { way: stored.invoice_online })
    case 'wallet_discounts':
      return words('discounts', { use: stored.valor_descomptes })
    case 'wallet_move':
      return [stored.wallet, percent(stored.pes_percentatge)].filter(Boolean).join(' · ') || null
    case 'wallet_percentage':
      return percent(stored.pes_percentatge)
    default:
      return plainValueIn(details as Record<string, unknown>)
  }
}

/** The names under which the other changes keep what was asked for. */
const plainValues = ['ref_catastral', 'email', 'phone', 'mobile', 'full_address'] as const

type Details = Months & {
  iban?: string
  startHour: number
  endHour: number
  value: number
  invoice_online: string
  valor_descomptes: string
  wallet?: string
  pes_percentatge: number
}
type Months = { startMonth: number; startYear: number; endMonth: number; endYear: number }

function monthsOf({ startMonth, startYear, endMonth, endYear }: Months, locale: Locale): string {
  const month = (year: number, number: number) => formatMonth(`${year}-${twoDigits(number)}-01`, locale, 'long')
  const [from, to] = [month(startYear, startMonth), month(endYear, endMonth)]
  return from === to ? from : `${from} – ${to}`
}

function plainValueIn(details: Record<string, unknown>): string | null {
  const values = plainValues.map((name) => details[name])
  return values.find((value): value is string => typeof value === 'string') ?? null
}

function percent(value: unknown): string | null {
  return typeof value === 'number' ? `${value}\u00a0%` : null
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
