import { formatDay, formatMoney, formatPower } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { holdsCode } from '../rules.ts'
import type { QueuedMessage } from './outbox.ts'

type MessageValues = QueuedMessage['values']

/** Returns the texts of a kind of message in a language, which are under `mails` in the texts of its domain. */
export type MailTexts = (
  locale: Locale,
  kind: string,
) => {
  /** @throws if there is no such text. */
  text(name: string, values?: MessageValues): string
  has(name: string): boolean
  /** Returns further values for the texts, which depend on the language. */
  compose?(values: MessageValues): MessageValues
}

/** The text of a message, as its mail and its page in the portal show it. */
export type MessageText = {
  subject: string
  /** The most prominent part: an amount or a code. */
  figure: string | null
  paragraphs: string[]
  /** The label of its one action. */
  action: string | null
}

/** Renders the text of a message in a language. */
export function renderMessageText(
  textsOf: MailTexts,
  { kind, values, locale }: { kind: string; values: MessageValues; locale: Locale },
): MessageText {
  const { text, has, compose } = textsOf(locale, kind)
  const readable = { ...formatValues(values, locale), ...compose?.(values) }
  return {
    subject: text('subject', readable),
    figure: has('figure') ? text('figure', readable) : holdsCode(kind) ? String(values.code) : null,
    paragraphs: text('text', readable)
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    action: has('action') ? text('action', readable) : null,
  }
}

/** Formats values for a language: days, instants, and integers whose name indicates cents or watts. */
export function formatValues(values: MessageValues, locale: Locale): MessageValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(name, value, locale)]))
}

function formatValue(name: string, value: string | number, locale: Locale): string | number {
  if (typeof value === 'number') {
    if (name.endsWith('Cents')) return formatMoney(value, locale)
    return name.endsWith('Watts') ? formatPower(value, locale) : value
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, locale)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatInstant(new Date(value), locale) : value
}
