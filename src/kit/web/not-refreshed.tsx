import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type NotRefreshedProps = { isRetrying: boolean; onRetry: () => void; children: ReactNode }

/** What was to be shown could not be read: what is below is what could be read last. */
export function NotRefreshed({ isRetrying, onRetry, children }: NotRefreshedProps) {
  const t = useTranslations('kit.failed')
  const retry = (
    <Button variant="second" isSmall isBusy={isRetrying} onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  return (
    <Banner tone="warning" isNews action={retry}>
      {children}
    </Banner>
  )
}
