import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../refusal.ts'
import { useRetryByItself } from './use-retry-by-itself.ts'

type WhyFailedProps = { failure: unknown; onRetry: (() => void) | undefined; children: ReactNode }

/** Why something could not be loaded: as `children` say, or that nobody is answered at present, until it is loaded by itself. */
export function WhyFailed({ failure, onRetry, children }: WhyFailedProps) {
  const t = useTranslations('kit.failed')
  const outage = useRetryByItself(failure, onRetry)
  if (outage) return t(outage)
  const reference = isRefused(failure) && failure.requestId
  return (
    <>
      {children} {reference && t('reference', { reference })}
    </>
  )
}
