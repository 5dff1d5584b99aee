import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { SecondFactorChallenge } from '../../api.ts'
import styles from './login-form.module.css'
import { SignInFields } from './sign-in-fields.tsx'
import { useSignInForm } from './use-sign-in-form.ts'

const SecondFactorStep = lazyPart(async () => (await import('./second-factor-step.tsx')).SecondFactorStep)

/**
 * The form for user and password. Without JavaScript it is posted to its own URL, which reports errors in the query.
 * `children` are other ways to sign in, hidden during a second step.
 */
export function LoginForm({ children }: { children?: ReactNode }) {
  const t = useTranslations('session')
  const send = useSend()
  const { sessionEnded } = useBoot()
  const { failed, step } = useSearch({ strict: false }) as SearchParams
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const { codes, attempt, isSending, submit } = useSignInForm(async (credentials) => {
    const { sendLogIn } = await import('./send-log-in.ts')
    const newChallenge = await sendLogIn(send, credentials)
    if (newChallenge) setChallenge(newChallenge)
    // Signed-in users are redirected from here.
    else reloadPage()
  }, failed)

  if (challenge || step)
    return (
      <Suspense>
        <SecondFactorStep challenge={challenge} />
      </Suspense>
    )
  return (
    <>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <h1>{t('loginTitle')}</h1>
        {sessionEnded && !codes.length && <Banner tone="notice">{t('login.sessionEnded')}</Banner>}
        <SignInFields form="login" codes={codes} attempt={attempt} />
        <Button type="submit" isWide isBusy={isSending}>
          {t('login.enter')}
        </Button>
      </form>
      {children}
    </>
  )
}
