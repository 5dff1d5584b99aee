import type { Locale } from '#kit/locale.ts'
import { formatDay, formatMoney, formatPower } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { holdsCode } from '../rules.ts'
import type { QueuedMessage } from './outbox.ts'

type Values = QueuedMessage['values']

/** The texts of mails in a language: those of a kind stand under `mails` in its domain's. */
export type MailTexts = (
  locale: Locale,
  kind: string,
) => {
  /** @throws when there is no such text. */
  say(name: string, values?: Values): string
  has(name: string): boolean
}

/** What a message says, to be set as a mail or shown on a page. */
export type MessageWords = {
  subject: string
  /** What is to be seen first: an amount, a code. */
  figure: string | null
  paragraphs: string[]
  /** The name of its one action. */
  action: string | null
}

/** Writes a message in a language. */
export function wordsOf(
  textsOf: MailTexts,
  { kind, values, locale }: { kind: string; values: Values; locale: Locale },
): MessageWords {
  const { say, has } = textsOf(locale, kind)
  const readable = readableValues(values, locale)
  return {
    subject: say('subject', readable),
    figure: has('figure') ? say('figure', readable) : holdsCode(kind) ? String(values.code) : null,
    paragraphs: say('words', readable)
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim()),
    action: has('action') ? say('action', readable) : null,
  }
}

/** Values as a language writes them: days, instants, and whole numbers whose name tells cents or watts. */
export function readableValues(values: Values, locale: Locale): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, readable(name, value, locale)]))
}

function readable(name: string, value: string | number, locale: Locale): string | number {
  if (typeof value === 'number') {
    if (name.endsWith('Cents')) return formatMoney(value, locale)
    return name.endsWith('Watts') ? formatPower(value, locale) : value
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, locale)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatInstant(new Date(value), locale) : value
}
