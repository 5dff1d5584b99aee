import { useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import type { SecondStep as SecondStepWanted } from '../api.ts'
import { EntryFields, readEntry } from './entry-fields.tsx'
import styles from './login-form.module.css'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

/** User and password. Without script it is posted to its own address, which answers with what went wrong in the
 * query. `children` are other ways in, which a second step leaves out. */
export function LoginForm({ children }: { children?: ReactNode }) {
  const t = useTranslations('session')
  const send = useSend()
  const { sessionEnded } = useBoot()
  const { failed, step } = useSearch({ strict: false }) as Search
  const [second, setSecond] = useState<SecondStepWanted | null>(null)
  const [codes, setCodes] = useState<readonly string[]>(failed ? [failed] : [])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { body, missing } = readEntry(event.currentTarget)
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    const { sendLogIn } = await import('./send-log-in.ts')
    const { code, second } = await sendLogIn(send, body)
    if (second) return setSecond(second)
    // Whoever is signed in is led on from here.
    if (!code) return reloadPage()
    setCodes([code])
    setSending(false)
  }

  if (second || step)
    return (
      <Suspense>
        <SecondStep step={second} />
      </Suspense>
    )
  return (
    <>
      <form className={styles.form} method="post" noValidate onSubmit={enter}>
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
