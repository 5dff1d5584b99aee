import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { capitalize } from '#kit/web/capitalize.ts'
import { weekdayOf } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { CurveTexts } from './curve-chart.ts'
import type { Span } from './interval-names.ts'

/** Formats whole hours as such, otherwise minutes, which quarter hours lead to. */
function duration(hours: number) {
  const isWhole = Number.isInteger(hours)
  return { unit: isWhole ? 'hours' : 'minutes', count: isWhole ? hours : Math.round(hours * 60) }
}

/** Returns the texts of a consumption chart in the language of the page. */
export function useCurveTexts(periodCount: 3 | 6): CurveTexts {
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
      span: (of) => capitalize(span(of)),
      period: (period: Period | null) => {
        if (period === null) return t('magnitudes.activa')
        return t(`periods.${periodNameOf(period, periodCount) ?? 'numbered'}`, { number: period })
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
