import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import styles from './accounts.module.css'
import { CheckMailCard } from './check-mail-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetForm } from './reset-form.tsx'

/** The page where a user requests a new password, and sets it after following the mailed link. */
export function ResetPasswordScreen() {
  const t = useTranslations('accounts')
  const { failed, sent, step } = useSearch({ strict: false }) as SearchParams
  const [isOver, setOver] = useState(failed === 'link_over')
  const [isDone, setDone] = useState(step === 'done')
  const [isSent, setSent] = useState(sent !== undefined)
  if (isSent)
    return (
      <CheckMailCard message={t('reset.sent')} hasAccount formPage="/reset-password" onRetry={() => setSent(false)} />
    )
  if (isDone)
    return (
      <SummaryCard
        isPageTitle
        label={t('reset.doneTitle')}
        actions={<ButtonLink href={loginToAccess}>{t('login')}</ButtonLink>}
      >
        {t('reset.done')}
      </SummaryCard>
    )
  if (step === 'password' && !isOver)
    return (
      <NewPasswordForm
        purpose="reset"
        title={t('reset.passwordTitle')}
        lead={t('reset.passwordLead')}
        action={t('reset.save')}
        onDone={() => setDone(true)}
        onExpired={() => setOver(true)}
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

// Right after signing in they see which other access to the account remains.
const pathParams = JSON.stringify({ step: 'changed' })
const loginToAccess = `/login?${new URLSearchParams({ redirectPath: '/profile/programs', pathParams })}`
