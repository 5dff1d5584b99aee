import type { MarketDay } from './day.ts'
import type { Decimal } from './decimal.ts'
import { kwhFromWh } from './energy.ts'
import { languageTags } from './language-tags.ts'
import type { Locale } from './locale.ts'
import { type Cents, decimalFromCents } from './money.ts'
import { kwFromWatts } from './power.ts'

/**
 * Formats values for display. A missing value is a dash, never a zero; a number never wraps from its unit; a minus is a
 * minus sign. Server and browser give the same result, whatever the time zone of the machine.
 */

const missing = '—'

/** Formats a label with its value as `Total: 12,00 €`. */
export function formatLabelled(label: string, value: string, locale: Locale): string {
  return `${label}${colonOf(locale)} ${value}`
}

/** Returns the colon after a word: French has a space before it, which does not break. */
export function colonOf(locale: Locale): string {
  return locale === 'fr' ? '\u00a0:' : ':'
}

/** Formats money as `1.234,56 €`. */
export function formatMoney(cents: Cents | null, locale: Locale): string {
  return cents === null ? missing : formatNumber(moneyFormat(locale), decimalFromCents(cents))
}

/** Formats energy as `1.235 kWh`, rounded to `decimals`. */
export function formatEnergy(wh: number | null, locale: Locale, { decimals = 0 } = {}): string {
  return wh === null ? missing : `${formatDecimal(kwhFromWh(wh), locale, { decimals })}\u00a0kWh`
}

/** Formats power as `3,45 kW`, to the watt. */
export function formatPower(watts: number | null, locale: Locale): string {
  return watts === null ? missing : `${formatDecimal(kwFromWatts(watts), locale)}\u00a0kW`
}

/** Formats a number as `0,097553`: with exactly `decimals`, or with all the decimals that the number has. */
export function formatDecimal(
  decimal: Decimal | number | null,
  locale: Locale,
  { decimals = 'all' }: { decimals?: number | 'all' } = {},
): string {
  return decimal === null ? missing : formatNumber(numberFormat(decimals)(locale), String(decimal))
}

/** Formats a day as `31/12/2026`. */
export function formatDay(day: MarketDay | null, locale: Locale): string {
  return day === null ? missing : dayFormat(locale).format(Date.parse(day))
}

/** The styles of a month: `noviembre de 2026`, `noviembre`, `nov`, or `nov 26`. */
export type MonthStyle = 'long' | 'name' | 'short' | 'shortWithYear'

/** Formats the month of a day. */
export function formatMonth(day: MarketDay, locale: Locale, style: MonthStyle): string {
  if (style === 'shortWithYear') return `${formatMonth(day, locale, 'short')}\u00a0${day.slice(2, 4)}`
  return locale === 'gl' ? galicianMonth(day, style) : monthFormat(style)(locale).format(Date.parse(day))
}

type PlainMonthStyle = Exclude<MonthStyle, 'shortWithYear'>

const monthOptions: Record<PlainMonthStyle, Intl.DateTimeFormatOptions> = {
  long: { month: 'long', year: 'numeric' },
  name: { month: 'long' },
  short: { month: 'short' },
}

const galicianMonths = 'xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro'
const galicianShortMonths = 'xan. feb. mar. abr. maio xuño xul. ago. set. out. nov. dec.'

function galicianMonth(day: MarketDay, style: PlainMonthStyle): string {
  const names = style === 'short' ? galicianShortMonths : galicianMonths
  const name = names.split(' ')[Number(day.slice(5, 7)) - 1]!
  return style === 'long' ? `${name} de ${day.slice(0, 4)}` : name
}

// The formatters of the platform are expensive to create and cheap to use.
const moneyFormat = memoize(
  (locale: Locale) =>
    new Intl.NumberFormat(languageTags[locale], {
      style: 'currency',
      currency: 'EUR',
      useGrouping: 'always',
      signDisplay: 'negative',
    }),
)

const numberFormat = memoize((decimals: number | 'all') =>
  memoize(
    (locale: Locale) =>
      new Intl.NumberFormat(languageTags[locale], {
        minimumFractionDigits: decimals === 'all' ? 0 : decimals,
        maximumFractionDigits: decimals === 'all' ? 20 : decimals,
        useGrouping: 'always',
        signDisplay: 'negative',
      }),
  ),
)

const dayFormat = memoize((locale: Locale) => dateFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }))

const monthFormat = memoize((style: PlainMonthStyle) =>
  memoize((locale: Locale) => dateFormat(locale, monthOptions[style])),
)

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTags[locale], { ...options, timeZone: 'UTC' })
}

/** Returns a function that makes each value once. */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

/** Passes the decimal as text, so that no digit is lost in a float. */
function formatNumber(format: Intl.NumberFormat, decimal: Decimal): string {
  return format.format(decimal as `${number}`).replace('-', '−')
}

/** Formats a Spanish phone number in groups of three, `900 000 237`. Returns any other number unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+34)?\s*(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4').trimStart()
}
