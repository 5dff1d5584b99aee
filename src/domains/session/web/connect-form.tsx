import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { EntryFields } from './entry-fields.tsx'
import styles from './login-form.module.css'
import { useEntry } from './use-entry.ts'

/** User and password of the account that somebody from the provider already has here; posted without script like the log-in. */
export function ConnectForm() {
  const t = useTranslations('session')
  const send = useSend()
  const { failed } = useSearch({ strict: false }) as Search
  const { codes, attempt, isSending, submit } = useEntry(async (entry) => {
    const { connectAccount } = await import('../api.ts')
    await send(connectAccount, { body: entry })
    // From here on they are somebody else, of whom the page knows nothing yet.
    reloadPage()
  }, failed)

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <EntryFields form="connect" codes={codes} attempt={attempt} />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('connect.submit')}
        </Button>
      </div>
    </form>
  )
}
