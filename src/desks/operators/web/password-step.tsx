import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EntryFields, readEntry } from '#domains/session/web/entry-fields.tsx'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import { usePortal } from '#kit/web/portal.ts'

export type SecondFactor = { id: string; kinds: ('code' | 'recovery_code')[] }

/** User and password of an operator. */
export function PasswordStep({ onRight }: { onRight: (step: SecondFactor) => void }) {
  const t = useTranslations('desk-operators.login')
  const { send, basePath } = usePortal()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { body, missing } = readEntry(event.currentTarget)
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    try {
      const { logInOperator } = await import('../api.ts')
      onRight((await send(logInOperator, { body })).second_factor)
    } catch (failure) {
      setCodes([isRefused(failure) ? failure.code : 'unexpected'])
      setSending(false)
    }
  }

  return (
    <>
      <p className="soft">{t('about')}</p>
      <form className="stack" method="post" noValidate onSubmit={enter}>
        <EntryFields form="login" codes={codes} attempt={attempt} />
        <Button type="submit" isWide isBusy={isSending}>
          {t('enter')}
        </Button>
      </form>
      <p>
        <Link href={`${basePath}/`} target="_self">
          {t('toPortal')}
        </Link>
      </p>
    </>
  )
}
