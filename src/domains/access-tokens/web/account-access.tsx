import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccessItem } from '../account-access-api.ts'
import { accountAccessQuery } from './queries.ts'

/**
 * Lists the ways into the user's account, each with a checkbox, and buttons that revoke the ticked ones or all of them.
 * Works without JavaScript as a posted form.
 */
export function AccountAccess() {
  const t = useTranslations('access-tokens.access')
  const send = useSend()
  const cache = useQueryClient()
  const disabledReason = useReadonlyReason()
  const search = useLocation({ select: ({ search }) => search }) as SearchParams
  const { data } = useSuspenseQuery(accountAccessQuery(send))
  // Read keys have a table of their own, and a password change has already revoked them.
  const items = data.filter(({ kind }) => kind !== 'read_key')
  const [busy, setBusy] = useState<'chosen' | 'all'>()
  const [failed, setFailed] = useState(search.failed?.split(',')[0])
  const [ended, setEnded] = useState(search.sent === undefined ? undefined : Number(search.sent))
  const messageFor = useAccessFailureText()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { isAll, chosen } = chosenItems(event, items)
    setFailed(chosen.length ? undefined : 'nothing_chosen')
    setEnded(undefined)
    if (chosen.length === 0 || disabledReason) return
    setBusy(isAll ? 'all' : 'chosen')
    try {
      const { endAccountAccess } = await import('../account-access-api.ts')
      const answer = await send(endAccountAccess, { body: { items: chosen.map(({ kind, id }) => ({ kind, id })) } })
      setEnded(answer.ended)
    } catch (failure) {
      setFailed(failureCodeOf(failure))
    }
    // After any failure the list must show the current access.
    await cache.invalidateQueries()
    setBusy(undefined)
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <ErrorBanner>{failed && messageFor(failed)}</ErrorBanner>
      {ended !== undefined && (
        <Banner tone="positive" isAlert>
          {t('ended', { count: ended })}
        </Banner>
      )}
      <AccessChoices items={items} />
      <div className="line">
        {items.length > 0 && <EndButtons busy={busy} disabledReason={disabledReason} />}
        {search.step === 'changed' && (
          // The sign-in page redirects signed-in users to the target in the URL.
          <ButtonLink variant={items.length ? 'second' : 'main'} href={continueHrefOf(search)}>
            {t(items.length ? 'keep' : 'goOn')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

function AccessChoice({ item }: { item: AccessItem }) {
  const t = useTranslations('access-tokens.access')
  const locale = useLocale()
  const since = formatInstant(new Date(item.since), locale)
  const used = item.last_used_at && formatInstant(new Date(item.last_used_at), locale)
  return (
    <Checkbox
      name={fieldOf(item)}
      label={t(`kind.${item.kind}`, { name: item.name })}
      hint={used ? t('sinceAndUsed', { since, used }) : t('since', { since })}
    />
  )
}

function useAccessFailureText() {
  const t = useTranslations('access-tokens')
  const tApp = useTranslations('app.refusals')
  return (code: string): string => {
    if (code === 'nothing_chosen') return t('access.nothingChosen')
    if (code === 'last_way_in') return t('refusals.last_way_in')
    return tApp(commonCodeOf(code))
  }
}

function fieldOf({ kind, id }: AccessItem): string {
  return `${kind}:${id}`
}

function continueHrefOf({ redirectPath, pathParams }: SearchParams): string {
  const query = new URLSearchParams()
  if (redirectPath) query.set('redirectPath', redirectPath)
  if (pathParams) query.set('pathParams', pathParams)
  return query.size ? `/login?${query}` : '/login'
}

function EndButtons({
  busy,
  disabledReason,
}: {
  busy: 'chosen' | 'all' | undefined
  disabledReason: string | undefined
}) {
  const t = useTranslations('access-tokens.access')
  return (
    <>
      <Button type="submit" variant="danger" disabledReason={disabledReason} isBusy={busy === 'chosen'}>
        {t('endChosen')}
      </Button>
      <Button
        type="submit"
        name="all"
        value="1"
        variant="danger"
        disabledReason={disabledReason}
        isBusy={busy === 'all'}
      >
        {t('endAll')}
      </Button>
    </>
  )
}

function AccessChoices({ items }: { items: readonly AccessItem[] }) {
  const t = useTranslations('access-tokens.access')
  if (items.length === 0) return <p>{t('empty')}</p>
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">{t('title')}</legend>
      {items.map((item) => (
        <AccessChoice key={fieldOf(item)} item={item} />
      ))}
    </fieldset>
  )
}

/** Returns what a submitted form ends: the ticked items, or all of them. */
function chosenItems(event: FormEvent<HTMLFormElement>, items: readonly AccessItem[]) {
  const { submitter } = event.nativeEvent as SubmitEvent
  const isAll = submitter instanceof HTMLButtonElement && submitter.name === 'all'
  const form = new FormData(event.currentTarget)
  const chosen = items.filter((item) => isAll || form.has(fieldOf(item)))
  return { isAll, chosen }
}
