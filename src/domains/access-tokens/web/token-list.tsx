import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccessToken } from '../api.ts'
import { accessTokensQuery } from './queries.ts'

const NewTokenDialog = lazy(async () => ({ default: (await import('./new-token-dialog.tsx')).NewTokenDialog }))

/** One's tokens, each to be ended, and the way to the next. */
export function TokenList() {
  const t = useTranslations('access-tokens')
  const locale = useLocale()
  const send = useSend()
  const say = useToast()
  const cache = useQueryClient()
  const whyNot = useReadonlyReason()
  const { data: tokens } = useSuspenseQuery(accessTokensQuery(send))
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<number>()
  const outageText = useOutageText()
  const [failure, setFailure] = useState<unknown>(null)
  const refresh = () => cache.invalidateQueries(accessTokensQuery(send))

  async function end({ id }: AccessToken) {
    setEnding(id)
    setFailure(null)
    try {
      const { revokeAccessToken } = await import('../api.ts')
      await send(revokeAccessToken, { params: { id: String(id) } })
      say(t('ended'))
    } catch (thrown) {
      setFailure(thrown)
    }
    // Whatever failed, the list tells what is in force now.
    await refresh()
    setEnding(undefined)
  }

  const scopesOf = ({ scopes }: AccessToken) => scopes.map((scope) => t(`scope.${scope}`)).join(', ')
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  const usedOf = ({ last_used_at: at }: AccessToken) => (at ? formatInstant(new Date(at), locale) : t('never'))

  const columns: Column<AccessToken>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ name }) => name },
    { key: 'scopes', header: t('scopes'), cell: scopesOf },
    { key: 'expires', header: t('expires'), cell: ({ expires_at }) => dayOf(expires_at) },
    {
      key: 'until',
      header: t('scopes'),
      isListOnly: true,
      place: 'second',
      cell: (row) => t('until', { scopes: scopesOf(row), expires: dayOf(row.expires_at) }),
    },
    { key: 'used', header: t('used'), cell: usedOf },
    {
      key: 'end',
      header: t('actions'),
      kind: 'actions',
      place: 'note',
      cell: (row) => (
        <Button
          variant="danger"
          isSmall
          whyNot={whyNot}
          isBusy={ending === row.id}
          aria-label={t('endOf', { name: row.name })}
          onClick={() => end(row)}
        >
          {t('end')}
        </Button>
      ),
    },
  ]

  const toMake = (
    <Button whyNot={whyNot} onClick={() => setMaking(true)}>
      {t('make.open')}
    </Button>
  )
  return (
    <div className="stack">
      <Failure>{failure !== null && (outageText(failure) ?? t('endFailed'))}</Failure>
      {tokens.length ? (
        <>
          <Table caption={t('caption')} columns={columns} rows={tokens} rowKey={({ id }) => String(id)} />
          <div className="line">{toMake}</div>
        </>
      ) : (
        <Empty title={t('empty.title')} action={toMake}>
          {t('empty.words')}
        </Empty>
      )}
      {isMaking && (
        <Suspense>
          <NewTokenDialog onMade={refresh} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </div>
  )
}
