import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Search } from '#kit/web/page.ts'
import { Plate } from '#kit/web/plate.tsx'
import styles from './accounts.module.css'
import { MailPlate } from './mail-plate.tsx'
import { NewPassword } from './new-password.tsx'
import { ResetForm } from './reset-form.tsx'

/** Where whoever has forgotten their password asks for another, and chooses it when they come by the link that was mailed. */
export function ResetPasswordScreen() {
  const t = useTranslations('accounts')
  const { failed, sent, step } = useSearch({ strict: false }) as Search
  const [isOver, setOver] = useState(failed === 'link_over')
  const [isDone, setDone] = useState(step === 'done')
  const [isSent, setSent] = useState(sent !== undefined)
  if (isSent)
    return <MailPlate words={t('reset.sent')} hasAccount formPage="/reset-password" onAgain={() => setSent(false)} />
  if (isDone)
    return (
      <Plate
        isPageTitle
        label={t('reset.doneTitle')}
        actions={<ButtonLink href={loginToAccess}>{t('login')}</ButtonLink>}
      >
        {t('reset.done')}
      </Plate>
    )
  if (step === 'password' && !isOver)
    return (
      <NewPassword
        purpose="reset"
        title={t('reset.passwordTitle')}
        lead={t('reset.passwordLead')}
        action={t('reset.save')}
        onDone={() => setDone(true)}
        onOver={() => setOver(true)}
      />
    )
  return (
    <div className={styles.screen}>
      <header className="stack">
        <h1>{t('reset.title')}</h1>
        <p className="lead">{t('reset.lead')}</p>
      </header>
      {isOver && <Banner tone="warning">{t('refusals.link_over')}</Banner>}
      <ResetForm onSent={() => setSent(true)} />
      <p className={styles.foot}>
        {t('reset.remembered')} <Link href="/login">{t('login')}</Link>
      </p>
    </div>
  )
}

// Right after signing in they see what gets into their account as before.
const pathParams = JSON.stringify({ step: 'changed' })
const loginToAccess = `/login?${new URLSearchParams({ redirectPath: '/profile/programs', pathParams })}`
