import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { useAutomaticRetry } from './use-automatic-retry.ts'

type LoadFailureReasonProps = { failure: unknown; onRetry: (() => void) | undefined; children: ReactNode }

/**
 * Explains why something could not be loaded: with `children`, or with the current outage, after which it is loaded
 * again automatically.
 */
export function LoadFailureReason({ failure, onRetry, children }: LoadFailureReasonProps) {
  const t = useTranslations('kit.failed')
  const outage = useAutomaticRetry(failure, onRetry)
  if (outage) return t(outage)
  const reference = isRefused(failure) && failure.requestId
  return (
    <>
      {children} {reference && t('reference', { reference })}
    </>
  )
}
