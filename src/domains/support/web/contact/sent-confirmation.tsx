import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { formatDay } from '#vocabulary/format.ts'

type SentConfirmationProps = {
  /** The number by which the customer and the retailer refer to it; null if only its page is known. */
  number: string | null
  /** The page to follow it, for signed-in users. */
  href?: string
  /** The last day of the response deadline, if there is one. */
  dueDay?: string | null | undefined
  onNewRequest: () => void
}

/** Confirms that a request was received: its number, what happens next, and the link to it. */
export function SentConfirmation({ number, href, dueDay, onNewRequest }: SentConfirmationProps) {
  const t = useTranslations('support.sent')
  const locale = useLocale()
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
        {dueDay
          ? t(href ? 'textUntil' : 'textByMailUntil', { due: formatDay(dueDay, locale) })
          : t(href ? 'text' : 'textByMail')}
      </SummaryCard>
    </div>
  )
}
