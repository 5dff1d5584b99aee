import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccessItem } from '../account-access-api.ts'
import { accountAccessQuery } from './queries.ts'

/** What gets into one's account, each with a box to tick, and buttons that end what is ticked, or all. Posted without script. */
export function AccountAccess() {
  const t = useTranslations('access-tokens.access')
  const send = useSend()
  const cache = useQueryClient()
  const whyNot = useReadonlyReason()
  const search = useLocation({ select: ({ search }) => search }) as Search
  const { data } = useSuspenseQuery(accountAccessQuery(send))
  // Read keys have a table of their own, and a change of the password has ended them.
  const items = data.filter(({ kind }) => kind !== 'read_key')
  const [busy, setBusy] = useState<'chosen' | 'all'>()
  const [failed, setFailed] = useState(search.failed?.split(',')[0])
  const [ended, setEnded] = useState(search.sent === undefined ? undefined : Number(search.sent))
  const textOf = useFailureText()

  async function end(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const isAll = submitter instanceof HTMLButtonElement && submitter.name === 'all'
    const form = new FormData(event.currentTarget)
    const chosen = items.filter((item) => isAll || form.has(fieldOf(item)))
    setFailed(chosen.length ? undefined : 'nothing_chosen')
    setEnded(undefined)
    if (chosen.length === 0 || whyNot) return
    setBusy(isAll ? 'all' : 'chosen')
    try {
      const { endAccountAccess } = await import('../account-access-api.ts')
      const answer = await send(endAccountAccess, { body: { items: chosen.map(({ kind, id }) => ({ kind, id })) } })
      setEnded(answer.ended)
    } catch (failure) {
      setFailed(codeOf(failure))
    }
    // Whatever failed, the list tells what gets in now.
    await cache.invalidateQueries()
    setBusy(undefined)
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={end}>
      <Failure>{failed && textOf(failed)}</Failure>
      {ended !== undefined && (
        <Banner tone="positive" isNews>
          {t('ended', { count: ended })}
        </Banner>
      )}
      {items.length > 0 ? (
        <fieldset className="stack">
          <legend className="visually-hidden">{t('title')}</legend>
          {items.map((item) => (
            <AccessChoice key={fieldOf(item)} item={item} />
          ))}
        </fieldset>
      ) : (
        <p>{t('empty')}</p>
      )}
      <div className="line">
        {items.length > 0 && (
          <>
            <Button type="submit" variant="danger" whyNot={whyNot} isBusy={busy === 'chosen'}>
              {t('endChosen')}
            </Button>
            <Button type="submit" name="all" value="1" variant="danger" whyNot={whyNot} isBusy={busy === 'all'}>
              {t('endAll')}
            </Button>
          </>
        )}
        {search.step === 'changed' && (
          // The log-in leads on whoever is signed in, to where the address says.
          <ButtonLink variant={items.length ? 'second' : 'main'} href={onwardOf(search)}>
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

function useFailureText() {
  const t = useTranslations('access-tokens')
  const ofApp = useTranslations('app.refusals')
  return (code: string): string => {
    if (code === 'nothing_chosen') return t('access.nothingChosen')
    if (code === 'last_way_in') return t('refusals.last_way_in')
    return ofApp(commonCode(code))
  }
}

function fieldOf({ kind, id }: AccessItem): string {
  return `${kind}:${id}`
}

function onwardOf({ redirectPath, pathParams }: Search): string {
  const query = new URLSearchParams()
  if (redirectPath) query.set('redirectPath', redirectPath)
  if (pathParams) query.set('pathParams', pathParams)
  return query.size ? `/login?${query}` : '/login'
}
