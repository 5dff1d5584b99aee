import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'

/** Reports that the dates in the address are invalid, with a link to the newest. */
export function InvalidRangeBanner({ onLatest }: { onLatest: () => void }) {
  const t = useTranslations('consumption')
  return (
    <Banner
      tone="warning"
      isAlert
      action={
        <Button variant="second" isSmall onClick={onLatest}>
          {t('range.latest')}
        </Button>
      }
    >
      {t('refusals.cch_invalid_date')}
    </Banner>
  )
}
