import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccessToken } from '../api.ts'
import { accessTokensQuery } from './queries.ts'

const NewTokenDialog = lazyPart(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

/** Lists the user's tokens, each with a way to revoke it, and a button to create another. */
export function TokenList() {
  const t = useTranslations('access-tokens')
  const send = useSend()
  const showToast = useToast()
  const cache = useQueryClient()
  const disabledReason = useReadonlyReason()
  const { data: tokens } = useSuspenseQuery(accessTokensQuery(send))
  const [isCreating, setCreating] = useState(false)
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
      showToast(t('ended'))
    } catch (thrown) {
      setFailure(thrown)
    }
    // After any failure the list must show the tokens currently in force.
    await refresh()
    setEnding(undefined)
  }

  const columns = useColumns({ ending, onEnd: end })

  const createButton = (
    <Button disabledReason={disabledReason} onClick={() => setCreating(true)}>
      {t('make.open')}
    </Button>
  )
  return (
    <div className="stack">
      <ErrorBanner>{failure !== null && (outageText(failure) ?? t('endFailed'))}</ErrorBanner>
      {tokens.length ? (
        <>
          <Table caption={t('caption')} columns={columns} rows={tokens} rowKey={({ id }) => String(id)} />
          <div className="line">{createButton}</div>
        </>
      ) : (
        <EmptyState title={t('empty.title')} action={createButton}>
          {t('empty.text')}
        </EmptyState>
      )}
      {isCreating && (
        <Suspense>
          <NewTokenDialog onCreated={refresh} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  )
}

type TokenActions = {
  /** The id of the token that is being revoked. */
  ending: number | undefined
  onEnd: (token: AccessToken) => Promise<void>
}

function useColumns(actions: TokenActions): Column<AccessToken>[] {
  const t = useTranslations('access-tokens')
  const locale = useLocale()
  const scopesOf = ({ scopes }: AccessToken) => scopes.map((scope) => t(`scope.${scope}`)).join(', ')
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  const usedOf = ({ last_used_at: at }: AccessToken) => (at ? formatInstant(new Date(at), locale) : t('never'))

  return [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { key: 'scopes', header: t('scopes'), cell: scopesOf },
    { key: 'expires', header: t('expires'), cell: ({ expires_at }) => dayOf(expires_at) },
    {
      key: 'until',
      header: t('scopes'),
      isListOnly: true,
      listPosition: 'second',
      cell: (row) => t('until', { scopes: scopesOf(row), expires: dayOf(row.expires_at) }),
    },
    { key: 'used', header: t('used'), cell: usedOf },
    {
      key: 'end',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'note',
      cell: (token) => <EndButton token={token} {...actions} />,
    },
  ]
}

function EndButton({ token, ending, onEnd }: TokenActions & { token: AccessToken }) {
  const t = useTranslations('access-tokens')
  const disabledReason = useReadonlyReason()
  return (
    <Button
      variant="danger"
      isSmall
      disabledReason={disabledReason}
      isBusy={ending === token.id}
      aria-label={t('endOf', { name: token.name })}
      onClick={() => onEnd(token)}
    >
      {t('end')}
    </Button>
  )
}
