import { formatMonth, formatPower } from '#vocabulary/format.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { requestedPowersOf } from './power-fields.ts'

/** Returns the texts of values that are displayed as words. */
export type ValueTexts = (key: string, values?: Record<string, string | number>) => string

type RequestedChange = { kind: string; details: unknown }

/** Returns the requested value of a change as display text; null where the kind alone says it. */
export function requestedValue({ kind, details }: RequestedChange, locale: Locale, t: ValueTexts): string | null {
  const stored = details as Details
  switch (kind) {
    case 'power':
      return [...new Set(requestedPowersOf(details))].map((watts) => formatPower(watts, locale)).join(' / ') || null
    case 'iban':
      return stored.iban ? maskIban(stored.iban) : null
    case 'happy_hours':
      return t('hours', { from: `${twoDigits(stored.startHour)}:00`, to: `${twoDigits(stored.endHour)}:00` })
    case 'double_tariff':
      return monthsOf(stored, locale)
    case 'happy_day':
      return t('weekday', { day: String(stored.value) })
    case 'payment_means':
      return t('paymentMeans', { means: stored.payment_means })
    case 'invoice_online':
      return t('delivery', { way: stored.invoice_online })
    case 'wallet_discounts':
      return t('discounts', { use: stored.valor_descomptes })
    case 'wallet_move':
      return [stored.wallet, percent(stored.pes_percentatge)].filter(Boolean).join(' · ') || null
    case 'wallet_percentage':
      return percent(stored.pes_percentatge)
    default:
      return plainValueIn(details as Record<string, unknown>)
  }
}

/** The field names under which the other changes store the requested value. */
const plainValueFields = ['ref_catastral', 'email', 'phone', 'mobile', 'full_address'] as const

type Details = Months & {
  iban?: string
  startHour: number
  endHour: number
  value: number
  invoice_online: string
  payment_means: string
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
  const values = plainValueFields.map((name) => details[name])
  return values.find((value): value is string => typeof value === 'string') ?? null
}

function percent(value: unknown): string | null {
  return typeof value === 'number' ? `${value}\u00a0%` : null
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
