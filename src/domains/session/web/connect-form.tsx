import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { EntryFields, readEntry } from './entry-fields.tsx'
import styles from './login-form.module.css'

/** User and password of the account that somebody from the provider already has here; posted without script like the log-in. */
export function ConnectForm() {
  const t = useTranslations('session')
  const send = useSend()
  const { failed } = useSearch({ strict: false }) as Search
  const [codes, setCodes] = useState<readonly string[]>(failed ? [failed] : [])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { body, missing } = readEntry(event.currentTarget)
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    try {
      const { connectAccount } = await import('../api.ts')
      await send(connectAccount, { body })
      // From here on they are somebody else, of whom the page knows nothing yet.
      reloadPage()
    } catch (failure) {
      setCodes([isRefused(failure) ? failure.code : 'unexpected'])
      setSending(false)
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={connect}>
      <EntryFields form="connect" codes={codes} attempt={attempt} />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('connect.submit')}
        </Button>
      </div>
    </form>
  )
}
