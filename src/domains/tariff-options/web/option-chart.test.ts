import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Choice, OptionKind } from '../rules.ts'
import type es from '../texts/es.json'
import { formatHour } from './format-hour.ts'
import { buildOptionChart, sumUsage } from './option-chart.ts'

const readTexts = async (locale: Locale) => [locale, (await import(`../texts/${locale}.json`)).default] as const
const texts = Object.fromEntries(await Promise.all(locales.map(readTexts))) as Record<Locale, typeof es>
const units = { happy_hours: [0, 24], happy_day: [1, 7], double_tariff: [1, 12] } as const

function draw(kind: OptionKind, choice: Choice | null, locale: Locale = 'es') {
  const [first, count] = units[kind]
  return buildOptionChart({
    kind,
    usage: Array.from({ length: count }, (_, index) => ({ unit: first + index, wh: index === 0 ? null : 1000 })),
    choice,
    locale,
    texts: {
      chosen: 'Más barato',
      other: 'Precio normal',
      weekday: (weekday) => texts[locale].weekdays[String(weekday) as '1'],
      shortWeekday: (weekday) => texts[locale].shortWeekdays[String(weekday) as '1'],
    },
  })
}

describe.each(locales)('in %s', (locale) => {
  test.each(Object.keys(units) as OptionKind[])('gives every bar of %s a unique name', (kind) => {
    const { count, nameOf, tickOf } = draw(kind, null, locale)
    const bars = Array.from({ length: count }, (_, index) => ({ first: index, last: index }))
    expect(new Set(bars.map(nameOf)).size).toBe(count)
    expect(new Set(bars.map(tickOf)).size).toBe(count)
  })
})

test('paints the choice separately, and each bar once', () => {
  const { panes, isMissing } = draw('happy_day', { value: 6 })
  const [chosen, others] = panes[0]!.series
  expect(chosen!.values).toEqual([null, null, null, null, null, 1000, null])
  expect(others!.values).toEqual([null, 1000, 1000, 1000, 1000, null, 1000])
  expect(isMissing).toEqual([true, false, false, false, false, false, false])
})

test('uses one paint without a choice', () => {
  expect(draw('happy_hours', null).panes[0]!.series).toHaveLength(1)
})

test('sums the energy within the choice and in total', () => {
  const usage = [1, 2, 3].map((unit) => ({ unit, wh: unit * 100 }))
  expect(sumUsage('happy_day', usage, { value: 2 })).toEqual({ totalWh: 600, chosenWh: 200 })
  expect(sumUsage('happy_day', usage, null)).toEqual({ totalWh: 600, chosenWh: null })
})

test('formats hours with two digits', () => {
  expect([0, 8, 23, 24].map(formatHour)).toEqual(['00h', '08h', '23h', '24h'])
})
