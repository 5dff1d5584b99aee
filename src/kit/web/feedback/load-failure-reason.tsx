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
  const reference = isRefused(failure) && failure.requestId
  return (
    <>
      {outage ? t(outage) : children} {!outage && reference && t('reference', { reference })}
      <span ref={keepFocus} hidden />
    </>
  )
}

/**
 * When the message goes, because somebody tried again, moves the focus from its button to the part of the page around it,
 * which stays whatever comes.
 */
function keepFocus(place: HTMLElement) {
  const message = place.closest('[role="alert"]')
  const part = message?.parentElement?.closest<HTMLElement>('section, dialog, main')
  return () => {
    if (!part || !message?.contains(document.activeElement)) return
    part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
}
