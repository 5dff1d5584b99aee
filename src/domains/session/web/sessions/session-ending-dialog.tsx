import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { KeyFigure } from '#kit/web/display/key-figure.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import type { SessionEnding } from './session-monitor.ts'

type SessionEndingDialogProps = SessionEnding & { onStay: () => Promise<void>; onEnd: () => void }

/** The remaining time is announced at these moments, in seconds; announcing every second would be unusable. */
const announcedSeconds = [60, 30, 10]

/** Warns that the session is about to end. One key extends it, and the page behind stays unchanged, with its drafts. */
export function SessionEndingDialog({ at, canStay, onStay, onEnd }: SessionEndingDialogProps) {
  const t = useTranslations('session.sessionEnding')
  const textId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const left = useSecondsUntil(at)
  const [isSeen, setSeen] = useState(false)
  const [isSending, setSending] = useState(false)
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)
  const isOver = left === 0

  useEffect(() => button.current?.focus(), [])
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])

  async function stay(event: FormEvent) {
    event.preventDefault()
    if (!canStay) return setSeen(true)
    setFailure(null)
    setSending(true)
    await onStay().catch(setFailure)
    setSending(false)
  }

  if (isSeen) return null
  const announced = announcedSeconds.findLast((seconds) => left <= seconds)
  return (
    <Dialog title={t('title')} alertTextId={textId} isClosable={false} onClose={() => {}}>
      <p id={textId}>{t(canStay ? 'idle' : 'absolute')}</p>
      <div role="timer">
        <KeyFigure text={clockOf(left)} size="medium" />
      </div>
      <p className="visually-hidden" aria-live="assertive">
        {announced && t('left', { seconds: announced })}
      </p>
      <ErrorBanner>{failure !== null && (outageText(failure) ?? t('failed'))}</ErrorBanner>
      <form onSubmit={stay}>
        <DialogActions>
          <Button ref={button} type="submit" isBusy={isSending}>
            {t(canStay ? 'stay' : 'seen')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useSecondsUntil(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    setLeft(secondsUntil(at))
    const timer = setInterval(() => setLeft(secondsUntil(at)), 1000)
    return () => clearInterval(timer)
  }, [at])
  return left
}

function secondsUntil(at: number): number {
  return Math.max(Math.ceil((at - Date.now()) / 1000), 0)
}

/** Formats seconds as `1:05`. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
