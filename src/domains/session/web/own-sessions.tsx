import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { OwnSession } from '../api.ts'
import { sessionsQuery } from './queries.ts'
import { useReadonlyReason } from './use-readonly-reason.ts'

/** One's open sessions, each of the others with a way to end it. */
export function OwnSessions() {
  const t = useTranslations('session.sessions')
  const locale = useLocale()
  const send = useSend()
  const say = useToast()
  const cache = useQueryClient()
  const whyNot = useReadonlyReason()
  const { data: sessions } = useSuspenseQuery(sessionsQuery(send))
  const [ending, setEnding] = useState<string>()
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)

  async function end(id: string) {
    setEnding(id)
    setFailure(null)
    try {
      const { endSession } = await import('../api.ts')
      await send(endSession, { params: { id } })
      say(t('ended'))
    } catch (thrown) {
      setFailure(thrown)
    }
    // Whatever failed, the list tells what is open now.
    await cache.invalidateQueries(sessionsQuery(send))
    setEnding(undefined)
  }

  const columns: Column<OwnSession>[] = [
    { key: 'device', header: t('device'), kind: 'name', place: 'title', cell: (row) => deviceOf(row) },
    { key: 'openedAt', header: t('openedAt'), cell: ({ opened_at }) => instantOf(opened_at) },
    { key: 'usedAt', header: t('usedAt'), cell: ({ last_used_at }) => instantOf(last_used_at) },
    {
      key: 'both',
      header: t('usedAt'),
      isListOnly: true,
      place: 'note',
      cell: (row) => t('since', { opened: instantOf(row.opened_at), used: instantOf(row.last_used_at) }),
    },
    {
      key: 'end',
      header: t('actions'),
      kind: 'actions',
      place: 'titleEnd',
      cell: (row) =>
        row.is_current ? (
          <Chip tone="positive">{t('current')}</Chip>
        ) : (
          <Button
            variant="second"
            isSmall
            whyNot={whyNot}
            isBusy={ending === row.id}
            aria-label={t('endOf', { device: deviceOf(row) })}
            onClick={() => end(row.id)}
          >
            {t('end')}
          </Button>
        ),
    },
  ]

  function instantOf(text: string): string {
    return formatInstant(new Date(text), locale)
  }

  function deviceOf({ device, readonly }: OwnSession): string {
    return readonly ? t('staff') : (device ?? t('unknownDevice'))
  }

  return (
    <div className="stack">
      <Failure>{failure !== null && (outageText(failure) ?? t('failed'))}</Failure>
      <Table caption={t('caption')} columns={columns} rows={sessions} rowKey={({ id }) => id} />
    </div>
  )
}
