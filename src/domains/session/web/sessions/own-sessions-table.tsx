import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { OwnSession } from '../../own-sessions-api.ts'
import { sessionsQuery } from '../queries.ts'

/** Lists the user's open sessions, with a way to end each of the others. */
export function OwnSessionsTable() {
  const t = useTranslations('session.sessions')
  const send = useSend()
  const showToast = useToast()
  const cache = useQueryClient()
  const { data: sessions } = useSuspenseQuery(sessionsQuery(send))
  const [ending, setEnding] = useState<string>()
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)

  async function end(id: string) {
    setEnding(id)
    setFailure(null)
    try {
      const { endSession } = await import('../../own-sessions-api.ts')
      await send(endSession, { params: { id } })
      showToast(t('ended'))
    } catch (thrown) {
      setFailure(thrown)
    }
    // After any failure the list must show which sessions are open.
    await cache.invalidateQueries(sessionsQuery(send))
    setEnding(undefined)
  }

  const columns = useColumns({ ending, onEnd: end })
  return (
    <div className="stack">
      <ErrorBanner>{failure !== null && (outageText(failure) ?? t('failed'))}</ErrorBanner>
      <Table caption={t('caption')} columns={columns} rows={sessions} rowKey={({ id }) => id} />
    </div>
  )
}

type SessionActions = {
  /** The id of the session that is being ended. */
  ending: string | undefined
  onEnd: (id: string) => Promise<void>
}

function useColumns({ ending, onEnd }: SessionActions): Column<OwnSession>[] {
  const t = useTranslations('session.sessions')
  const locale = useLocale()
  const disabledReason = useReadonlyReason()

  function instantOf(text: string): string {
    return formatInstant(new Date(text), locale)
  }

  function deviceOf({ device, readonly }: OwnSession): string {
    return readonly ? t('staff') : (device ?? t('unknownDevice'))
  }

  return [
    { key: 'device', header: t('device'), kind: 'name', listPosition: 'title', cell: (row) => deviceOf(row) },
    { key: 'openedAt', header: t('openedAt'), cell: ({ opened_at }) => instantOf(opened_at) },
    { key: 'usedAt', header: t('usedAt'), cell: ({ last_used_at }) => instantOf(last_used_at) },
    {
      key: 'both',
      header: t('usedAt'),
      isListOnly: true,
      listPosition: 'note',
      cell: (row) => t('since', { opened: instantOf(row.opened_at), used: instantOf(row.last_used_at) }),
    },
    {
      key: 'end',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'titleEnd',
      cell: (row) =>
        row.is_current ? (
          <Badge tone="positive">{t('current')}</Badge>
        ) : (
          <Button
            variant="second"
            isSmall
            disabledReason={disabledReason}
            isBusy={ending === row.id}
            aria-label={t('endOf', { device: deviceOf(row) })}
            onClick={() => onEnd(row.id)}
          >
            {t('end')}
          </Button>
        ),
    },
  ]
}
