import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../action/button.tsx'
import { Banner } from './banner.tsx'

type StaleDataBannerProps = { isRetrying: boolean; onRetry: () => void; children: ReactNode }

/** A notice that the requested data could not be loaded and that the last loaded data is shown below. */
export function StaleDataBanner({ isRetrying, onRetry, children }: StaleDataBannerProps) {
  const t = useTranslations('kit.failed')
  const retry = (
    <Button variant="second" isSmall isBusy={isRetrying} onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  return (
    <Banner tone="warning" isAlert action={retry}>
      {children}
    </Banner>
  )
}
