import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { formatDay } from '#vocabulary/format.ts'

type SentProps = {
  /** By which the customer and the retailer speak of it; null where only its page is known. */
  number: string | null
  /** Where it can be followed, by whoever is signed in. */
  href?: string
  /** The last day on which it is answered, where there is a term. */
  dueDay?: string | null | undefined
  onAgain: () => void
}

/** What was written is there: its number, what happens next, and the way to it. */
export function Sent({ number, href, dueDay, onAgain }: SentProps) {
  const t = useTranslations('support.sent')
  const locale = useLocale()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status">
      <Plate
        label={t('title')}
        figure={number ?? undefined}
        actions={
          <>
            {href && <ButtonLink href={href}>{t('follow')}</ButtonLink>}
            <Button variant="second" onClick={onAgain}>
              {t('again')}
            </Button>
          </>
        }
      >
        {dueDay
          ? t(href ? 'wordsUntil' : 'wordsByMailUntil', { due: formatDay(dueDay, locale) })
          : t(href ? 'words' : 'wordsByMail')}
      </Plate>
    </div>
  )
}
