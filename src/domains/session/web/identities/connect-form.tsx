import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import styles from '../sign-in/login-form.module.css'
import { SignInFields } from '../sign-in/sign-in-fields.tsx'
import { useSignInForm } from '../sign-in/use-sign-in-form.ts'

/**
 * The form for user and password of the account that a user of the identity provider already has here. Posted like the
 * sign-in form without JavaScript.
 */
export function ConnectForm() {
  const t = useTranslations('session')
  const send = useSend()
  const { failed } = useSearch({ strict: false }) as SearchParams
  const { codes, attempt, isSending, submit } = useSignInForm(async (credentials) => {
    const { connectAccount } = await import('../../identities-api.ts')
    await send(connectAccount, { body: credentials })
    // From here on they are a different user, which the loaded page does not know yet.
    reloadPage()
  }, failed)

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <SignInFields form="connect" codes={codes} attempt={attempt} />
      <div className="line">
        <Button type="submit" isBusy={isSending}>
          {t('connect.submit')}
        </Button>
      </div>
    </form>
  )
}
