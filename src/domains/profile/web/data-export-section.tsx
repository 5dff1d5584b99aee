import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DutyLine } from '#domains/duties/web/duty-line.tsx'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { downloadDataExport } from '../downloads.ts'
import styles from './profile-screen.module.css'
import { exportQuery, isExportPending } from './queries.ts'

/** The data export: requests it, shows its status, and offers the download. */
export function DataExportSection() {
  const t = useTranslations('profile.copy')
  const outageText = useOutageText()
  const locale = useLocale()
  const send = useSend()
  const queries = useQueryClient()
  const readonlyReason = useReadonlyReason()
  const query = exportQuery(send)
  const { data: lastExport } = useSuspenseQuery(query)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function requestExport() {
    setSending(true)
    setFailure(undefined)
    try {
      const { requestDataExport } = await import('../api.ts')
      queries.setQueryData(query.queryKey, (await send(requestDataExport, {})).export)
    } catch (thrown) {
      // A cancelled re-authentication means that nothing was requested.
      if (!isRefused(thrown) || thrown.code !== 'fresh_authentication_required') setFailure(thrown)
    }
    setSending(false)
  }

  return (
    <>
      <p className="soft">{t('text')}</p>
      <ErrorBanner>{failure !== undefined && (outageText(failure) ?? t('notAsked'))}</ErrorBanner>
      <div role="status" className={styles.notice}>
        {lastExport && (
          <p>
            {t(`states.${lastExport.state}`, {
              size: formatSize(lastExport.size_bytes ?? 0, locale),
              day: formatDayOf(lastExport.state === 'ready' ? lastExport.expires_at! : lastExport.requested_at, locale),
            })}
          </p>
        )}
        {lastExport?.duty && (
          <p>
            <DutyLine duty={lastExport.duty} />
          </p>
        )}
      </div>
      <div className="line">
        {lastExport?.state === 'ready' && (
          <DownloadButton call={downloadDataExport} params={{ exportId: lastExport.id }}>
            {t('download')}
          </DownloadButton>
        )}
        {!isExportPending(lastExport) && (
          <Button
            variant={lastExport?.state === 'ready' ? 'quiet' : 'second'}
            isBusy={isSending}
            disabledReason={readonlyReason}
            onClick={() => void requestExport()}
          >
            {t(lastExport?.state === 'ready' ? 'again' : 'ask')}
          </Button>
        )}
      </div>
    </>
  )
}

function formatDayOf(instant: string, locale: Locale): string {
  return formatDay(calendarDayOf(new Date(instant)), locale)
}

const bytesPerMegabyte = 1_000_000

function formatSize(bytes: number, locale: Locale): string {
  const megabytes = bytes / bytesPerMegabyte
  if (megabytes >= 1) return `${formatDecimal(megabytes.toFixed(1), locale, { decimals: 1 })}\u00a0MB`
  return `${formatDecimal(Math.max(1, Math.round(bytes / 1000)), locale)}\u00a0kB`
}
