import { useLocale, useTranslations } from 'use-intl'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedCampaign } from '../api.ts'

/** Returns a function that formats the days of a campaign. */
export function useCampaignDaysText() {
  const t = useTranslations('desk-coupons.campaign')
  const locale = useLocale()
  return ({ from_day: from, to_day: to }: Pick<ListedCampaign, 'from_day' | 'to_day'>) =>
    to === null
      ? t('from', { from: formatDay(from, locale) })
      : t('fromTo', { from: formatDay(from, locale), to: formatDay(to, locale) })
}
