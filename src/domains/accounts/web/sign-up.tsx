import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RetailerBlocks } from '#domains/retailer/web/retailer-blocks.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import styles from './accounts.module.css'
import { CheckMailCard } from './check-mail-card.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type SignUpProps = {
  /** Its page, in key form. */
  path: string
  title: string
  lead: string
  /** Label of the submit button. */
  action: string
  /** The visitor followed an expired link. */
  isLinkExpired?: boolean
}

/** The page of the sign-up form, with the retailer's notices. */
export function SignUp({ path, title, lead, action, isLinkExpired = false }: SignUpProps) {
  const t = useTranslations('accounts')
  const { features, oidc } = useSettings()
  const { sent } = useSearch({ strict: false }) as SearchParams
  const [sentMessage, setSentMessage] = useState<string | null>(sent ? '' : null)
  const acceptsPasswords = !features.oidc || oidc.allowDefaultLogin
  if (sentMessage !== null)
    return (
      <CheckMailCard message={sentMessage || t('signUp.sent')} formPage={path} onRetry={() => setSentMessage(null)} />
    )
  return (
    <div className={styles.screen}>
      <header className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      {isLinkExpired && <Banner tone="warning">{t('refusals.link_over')}</Banner>}
      <RetailerBlocks group="Signup" />
      {acceptsPasswords ? (
        <SignUpForm action={action} onSent={setSentMessage} />
      ) : (
        <Banner tone="notice">{t('elsewhere')}</Banner>
      )}
      <p className={styles.foot}>
        {t('signUp.haveAccount')} <Link href="/login">{t('login')}</Link>
      </p>
    </div>
  )
}
