import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'

type SentConfirmationProps = {
  /** The number by which the customer and the retailer refer to it; null if only its page is known. */
  number: string | null
  /** The page to follow it, for signed-in users. */
  href?: string
  /** The response deadline, if there is one: its last day, or its end where it is of hours. */
  deadline: { due_on?: string | null | undefined; due_at?: string | null | undefined }
  onNewRequest: () => void
}

/** Confirms that a request was received: its number, what happens next, and the link to it. */
export function SentConfirmation({ number, href, deadline, onNewRequest }: SentConfirmationProps) {
  const t = useTranslations('support.sent')
  const locale = useLocale()
  const { due_on: dueDay, due_at: dueAt } = deadline
  const due = dueAt ? formatInstant(new Date(dueAt), locale) : formatDay(dueDay ?? null, locale)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} role="status">
      <SummaryCard
        label={t('title')}
        figure={number ?? undefined}
        actions={
          <>
            {href && <ButtonLink href={href}>{t('follow')}</ButtonLink>}
            <Button variant="second" onClick={onNewRequest}>
              {t('again')}
            </Button>
          </>
        }
      >
        {dueDay ? t(href ? 'textUntil' : 'textByMailUntil', { due }) : t(href ? 'text' : 'textByMail')}
      </SummaryCard>
    </div>
  )
}
