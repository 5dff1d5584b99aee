import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'

/** Reports prices that could not be loaded, with a retry button. */
export function PricesLoadFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useTranslations('contracting')
  const outageText = useOutageText()
  const isTooOften = isRefused(failure) && failure.code === 'too_many_attempts'
  return (
    <Banner
      tone="notice"
      isAlert
      action={
        <Button variant="second" isSmall onClick={onRetry}>
          {t('wizard.supply.retry')}
        </Button>
      }
    >
      {isTooOften ? t('refusals.too_many_attempts') : (outageText(failure) ?? t('wizard.failures.prices'))}
    </Banner>
  )
}
