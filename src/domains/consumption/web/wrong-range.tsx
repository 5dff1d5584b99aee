import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'

/** That the dates of the address make no sense, with the way to the newest. */
export function WrongRange({ onLatest }: { onLatest: () => void }) {
  const t = useTranslations('consumption')
  return (
    <Banner
      tone="warning"
      isNews
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
