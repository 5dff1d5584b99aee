import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { MaintenancePeriod } from '../../maintenance-period.ts'

/** The maintenance period, as far as the operator states it: from the refusal, or from the page's boot data. */
export function MaintenanceTimes({ period }: { period?: MaintenancePeriod | undefined }) {
  const t = useTranslations('app.problems.maintenance')
  const { locale } = useBoot()
  const { maintenance } = useSettings()
  const { start, end } = period ?? maintenance
  const formatted = (instant: string) => formatInstant(new Date(instant), locale)
  if (start && end) return ` ${t('between', { start: formatted(start), end: formatted(end) })}`
  if (end) return ` ${t('until', { end: formatted(end) })}`
  return start ? ` ${t('since', { start: formatted(start) })}` : null
}
