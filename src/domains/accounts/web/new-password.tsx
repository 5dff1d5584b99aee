import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { problemCodes, unmetRules } from '#domains/session/rules.ts'
import { NewPasswordFields } from '#domains/session/web/new-password-fields.tsx'
import { type Found, fieldIdOf, useTold } from '#domains/session/web/use-told.ts'
import { codeOf } from '#kit/failure-code.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { spaced } from '#kit/web/spaced.ts'
import type { LinkPurpose } from '../rules.ts'
import styles from './accounts.module.css'

type NewPasswordProps = {
  purpose: LinkPurpose
  title: string
  lead: string
  /** What pressing the button does. */
  action: string
  /** `next` is the page, in key form, of what the link was mailed to sign. */
  onDone: (next?: string | null) => void
  /** The link that led here is over. */
  onOver: () => void
}

/** The password that a mailed link lets somebody choose. Without script it is posted to its own page. */
export function NewPassword({ purpose, title, lead, action, onDone, onOver }: NewPasswordProps) {
  const t = useTranslations('accounts')
  const send = useSend()
  const { minimumLength } = useSettings().password
  const { failed } = useSearch({ strict: false }) as Search
  const [user, setUser] = useState('')
  const [found, setFound] = useState<Found>({ codes: failed?.split(',') ?? [] })
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const told = useTold(found, minimumLength)
  const problems = (['password', 'repeat'] as const).flatMap((place) => {
    const message = told[place]
    return message ? [{ fieldId: fieldIdOf(place), message }] : []
  })

  const isTooOften = failed === 'too_many_attempts' || found.codes.includes('too_many_attempts')

  // Whose password it is, for what keeps passwords; and whether the link still holds on a page that was left open.
  const ask = useEffectEvent(async () => {
    const { readLink } = await import('../api.ts')
    const link = await send(readLink, { params: { purpose } })
    setUser(link.user ?? '')
    if (!link.is_open) onOver()
  })
  useEffect(() => void ask().catch(() => {}), [])

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const typed = String(fields.get('password'))
    const codes = [
      ...unmetRules(typed, minimumLength).map((rule) => problemCodes[rule]),
      ...(fields.get('repeat') === typed ? [] : ['password_repeat_differs']),
    ]
    setFound({ codes })
    setAttempt(attempt + 1)
    if (codes.length) return
    setSending(true)
    try {
      const { activateAccount, resetPassword } = await import('../api.ts')
      const body = { password: typed }
      if (purpose === 'activation') onDone((await send(activateAccount, { body })).signature_url)
      else {
        await send(resetPassword, { body })
        onDone()
      }
    } catch (failure) {
      if (isRefused(failure) && failure.code === 'link_over') onOver()
      setFound(
        isRefused(failure) ? { codes: [failure.code], fields: refusedFields(failure) } : { codes: [codeOf(failure)] },
      )
      setSending(false)
    }
  }

  return (
    <div className={styles.screen}>
      <header className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {/* Its line is there before the answer, so that nothing moves. */}
        <p>{user ? t.rich('password.user', { user, b: (words) => <b>{words}</b> }) : '\u00a0'}</p>
      </header>
      <form className={spaced(styles.form, styles.narrow)} method="post" noValidate onSubmit={save}>
        <Failure>{told.form && (isTooOften ? told.form : t('password.failed'))}</Failure>
        {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
        {/* By it password managers know whose passwords these are. */}
        <input hidden readOnly name="username" autoComplete="username" value={user} />
        <NewPasswordFields minimumLength={minimumLength} told={told} />
        <div className="line">
          <Button type="submit" isBusy={isSending}>
            {action}
          </Button>
        </div>
      </form>
    </div>
  )
}
