import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { changeFieldId } from './use-change-form.ts'

type EarlyChangeState = ReturnType<typeof useEarlyChange>

/**
 * Holds whether the customer knows that a change within twelve months of the last one may be rejected. `until` is the
 * last such day; null where the change is not early.
 */
export function useEarlyChange(until: MarketDay | null) {
  const t = useTranslations('changes.obstacles')
  const locale = useLocale()
  const isRefused = useCustomerSettings().requests.earlyPowerChange === 'refuse'
  const [isAccepted, setAccepted] = useState(false)
  return {
    until,
    isAccepted,
    setAccepted,
    problem: until !== null && !isAccepted ? 'early_change_unconfirmed' : undefined,
    /** Why the retailer takes no such request yet, as display text. */
    refusal:
      until !== null && isRefused ? t('power_change_too_soon', { day: formatDay(addDays(until, 1), locale) }) : null,
  }
}

/** Says until when the distributor may reject another change, and asks for a confirmation; empty where it may not. */
export function EarlyChange({ early, error }: { early: EarlyChangeState; error: string | undefined }) {
  const t = useTranslations('changes.power.early')
  const locale = useLocale()
  const { until, isAccepted, setAccepted, refusal } = early
  if (until === null) return null
  if (refusal) return <Banner tone="warning">{refusal}</Banner>
  return (
    <div className="stack">
      <h3>{t('title')}</h3>
      <p>{t('text', { day: formatDay(until, locale) })}</p>
      <Checkbox
        id={changeFieldId('accepts_early_change')}
        label={t('confirm')}
        {...(error && { error })}
        checked={isAccepted}
        onChange={(event) => setAccepted(event.target.checked)}
      />
    </div>
  )
}
