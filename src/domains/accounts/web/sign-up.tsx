import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OperatorBlocks } from '#domains/operator/web/operator-blocks.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Search } from '#kit/web/page.ts'
import styles from './accounts.module.css'
import { MailPlate } from './mail-plate.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type SignUpProps = {
  /** Its page, in key form. */
  path: string
  title: string
  lead: string
  /** What pressing the button does. */
  action: string
  /** They came by a link that is over. */
  isOver?: boolean
}

/** The page of the sign-up form, with what the retailer has to say to it. */
export function SignUp({ path, title, lead, action, isOver = false }: SignUpProps) {
  const t = useTranslations('accounts')
  const { features, oidc } = useSettings()
  const { sent } = useSearch({ strict: false }) as Search
  const [told, setTold] = useState<string | null>(sent ? '' : null)
  const takesPasswords = !features.oidc || oidc.allowDefaultLogin
  if (told !== null) return <MailPlate words={told || t('signUp.sent')} formPage={path} onAgain={() => setTold(null)} />
  return (
    <div className={styles.screen}>
      <header className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      {isOver && <Banner tone="warning">{t('refusals.link_over')}</Banner>}
      <OperatorBlocks group="Signup" />
      {takesPasswords ? (
        <SignUpForm action={action} onSent={setTold} />
      ) : (
        <Banner tone="notice">{t('elsewhere')}</Banner>
      )}
      <p className={styles.foot}>
        {t('signUp.haveAccount')} <Link href="/login">{t('login')}</Link>
      </p>
    </div>
  )
}
