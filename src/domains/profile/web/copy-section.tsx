import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import type { Locale } from '#kit/locale.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { downloadDataExport } from '../downloads.ts'
import styles from './profile-screen.module.css'
import { exportQuery, isBeingMade } from './queries.ts'

/** The copy of all own data: asks for it, tells how it stands, and hands it out. */
export function CopySection() {
  const t = useTranslations('profile.copy')
  const outageText = useOutageText()
  const locale = useLocale()
  const send = useSend()
  const queries = useQueryClient()
  const readonlyReason = useReadonlyReason()
  const query = exportQuery(send)
  const { data: kept } = useSuspenseQuery(query)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function ask() {
    setSending(true)
    setFailure(undefined)
    try {
      const { requestDataExport } = await import('../api.ts')
      queries.setQueryData(query.queryKey, (await send(requestDataExport, {})).export)
    } catch (thrown) {
      // Whoever does not want to prove who they are has asked for nothing.
      if (!isRefused(thrown) || thrown.code !== 'fresh_authentication_required') setFailure(thrown)
    }
    setSending(false)
  }

  return (
    <>
      <p className="soft">{t('words')}</p>
      <Failure>{failure !== undefined && (outageText(failure) ?? t('notAsked'))}</Failure>
      <div role="status" className={styles.told}>
        {kept && (
          <p>
            {t(`states.${kept.state}`, {
              size: sizeText(kept.size_bytes ?? 0, locale),
              day: dayText(kept.state === 'ready' ? kept.expires_at! : kept.requested_at, locale),
            })}
          </p>
        )}
      </div>
      <div className="line">
        {kept?.state === 'ready' && (
          <DownloadButton call={downloadDataExport} params={{ exportId: kept.id }}>
            {t('download')}
          </DownloadButton>
        )}
        {!isBeingMade(kept) && (
          <Button
            variant={kept?.state === 'ready' ? 'quiet' : 'second'}
            isBusy={isSending}
            whyNot={readonlyReason}
            onClick={() => void ask()}
          >
            {t(kept?.state === 'ready' ? 'again' : 'ask')}
          </Button>
        )}
      </div>
    </>
  )
}

function dayText(instant: string, locale: Locale): string {
  return formatDay(calendarDayOf(new Date(instant)), locale)
}

const bytesPerMegabyte = 1_000_000

function sizeText(bytes: number, locale: Locale): string {
  const megabytes = bytes / bytesPerMegabyte
  if (megabytes >= 1) return `${formatDecimal(megabytes.toFixed(1), locale, { decimals: 1 })}\u00a0MB`
  return `${formatDecimal(Math.max(1, Math.round(bytes / 1000)), locale)}\u00a0kB`
}
