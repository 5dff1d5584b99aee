import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import styles from './accounts.module.css'

type CheckMailCardProps = {
  /** What the mail contains, if one arrives. */
  message: string
  /** The page of the form, which also shows it again without JavaScript. */
  formPage: string
  onRetry: () => void
  /** The requester may already have an account to sign in with. */
  hasAccount?: boolean
}

/** Says that the answer comes by mail: where to look, and what to do if nothing arrives. */
export function CheckMailCard({ message, formPage, onRetry, hasAccount }: CheckMailCardProps) {
  const t = useTranslations('accounts')
  const { phone } = useSettings().organization
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} role="status" className={styles.notice}>
      <SummaryCard
        isPageTitle
        label={t('mail.title')}
        actions={
          <>
            {hasAccount && <ButtonLink href="/login">{t('login')}</ButtonLink>}
            <ButtonLink variant="second" href={formPage} onClick={onRetry}>
              {t('mail.again')}
            </ButtonLink>
          </>
        }
      >
        {message}
      </SummaryCard>
      <p className="soft">
        {t('mail.help')}
        {phone && (
          <>
            {' '}
            {t('mail.call')} <a href={telAddress(phone)}>{phone}</a>.
          </>
        )}
      </p>
    </div>
  )
}
