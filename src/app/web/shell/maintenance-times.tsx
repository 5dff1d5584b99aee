import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { MaintenancePeriod } from '../../maintenance-times.ts'

/** From when to when the work goes on, as far as the operator says: as it was refused with, or as it came with the page. */
export function MaintenanceTimes({ period }: { period?: MaintenancePeriod | undefined }) {
  const t = useTranslations('app.problems.maintenance')
  const { locale } = useBoot()
  const { maintenance } = useSettings()
  const { start, end } = period ?? maintenance
  const written = (instant: string) => formatInstant(new Date(instant), locale)
  if (start && end) return ` ${t('between', { start: written(start), end: written(end) })}`
  if (end) return ` ${t('until', { end: written(end) })}`
  return start ? ` ${t('since', { start: written(start) })}` : null
}
