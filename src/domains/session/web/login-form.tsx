import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import type { SecondStep as SecondStepWanted } from '../api.ts'
import { EntryFields } from './entry-fields.tsx'
import styles from './login-form.module.css'
import { useEntry } from './use-entry.ts'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

/** User and password. Without script it is posted to its own address, which answers with what went wrong in the
 * query. `children` are other ways in, which a second step leaves out. */
export function LoginForm({ children }: { children?: ReactNode }) {
  const t = useTranslations('session')
  const send = useSend()
  const { sessionEnded } = useBoot()
  const { failed, step } = useSearch({ strict: false }) as Search
  const [second, setSecond] = useState<SecondStepWanted | null>(null)
  const { codes, attempt, isSending, submit } = useEntry(async (entry) => {
    const { sendLogIn } = await import('./send-log-in.ts')
    const wanted = await sendLogIn(send, entry)
    if (wanted) setSecond(wanted)
    // Whoever is signed in is led on from here.
    else reloadPage()
  }, failed)

  if (second || step)
    return (
      <Suspense>
        <SecondStep step={second} />
      </Suspense>
    )
  return (
    <>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <h1>{t('loginTitle')}</h1>
        {sessionEnded && !codes.length && <Banner tone="notice">{t('login.sessionEnded')}</Banner>}
        <EntryFields form="login" codes={codes} attempt={attempt} />
        <Button type="submit" isWide isBusy={isSending}>
          {t('login.enter')}
        </Button>
      </form>
      {children}
    </>
  )
}
