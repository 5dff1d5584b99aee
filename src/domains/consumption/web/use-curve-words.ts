import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { capital } from '#kit/web/capital.ts'
import { weekdayOf } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { CurveWords } from './curve-chart.ts'
import type { Span } from './interval-names.ts'

/** Whole hours where they are; else minutes, which a quarter of an hour leaves. */
function duration(hours: number) {
  const isWhole = Number.isInteger(hours)
  return { unit: isWhole ? 'hours' : 'minutes', count: isWhole ? hours : Math.round(hours * 60) }
}

/** The words of a chart of consumption in the language of the page. */
export function useCurveWords(periodCount: 3 | 6): CurveWords {
  const t = useTranslations('consumption')
  const locale = useLocale()
  return useMemo(() => {
    const day = (of: string) => t('day', { weekday: String(weekdayOf(of)), day: formatDay(of, locale) })
    const span = (of: Span) => {
      switch (of.kind) {
        case 'month':
          return formatMonth(of.day, locale, 'long')
        case 'day':
          return day(of.day)
        case 'days':
          return `${formatDay(of.first, locale)} – ${formatDay(of.last, locale)}`
        case 'clock':
          return t('clock', { day: day(of.day), from: of.from, to: of.to, passage: of.passage ?? 'only' })
      }
    }
    return {
      span: (of) => capital(span(of)),
      period: (period: Period | null) => {
        if (period === null) return t('magnitudes.activa')
        return t(`periods.${periodWord(period, periodCount) ?? 'numbered'}`, { number: period })
      },
      gaps: ({ missing, estimated }) =>
        [missing > 0 && t('gaps.missing', duration(missing)), estimated > 0 && t('gaps.estimated', duration(estimated))]
          .filter(Boolean)
          .join(' ') || null,
      grouping: (name) => t(`groupings.${name}`),
      fedIn: t('magnitudes.exportada'),
      reactive: t('magnitudes.reactiva'),
      yearBefore: t('yearBefore'),
      total: t('total'),
      net: t('net'),
    }
  }, [t, locale, periodCount])
}
