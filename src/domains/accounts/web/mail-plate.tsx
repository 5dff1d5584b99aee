import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import styles from './accounts.module.css'

type MailPlateProps = {
  /** What is in the mail, if there is one. */
  words: string
  /** The page of the form, which also stands there again without script. */
  formPage: string
  onAgain: () => void
  /** Whoever asked may sign in already. */
  hasAccount?: boolean
}

/** What was asked for goes by mail: where to look, and what to do when nothing comes. */
export function MailPlate({ words, formPage, onAgain, hasAccount }: MailPlateProps) {
  const t = useTranslations('accounts')
  const { phone } = useSettings().organization
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.told}>
      <Plate
        isPageTitle
        label={t('mail.title')}
        actions={
          <>
            {hasAccount && <ButtonLink href="/login">{t('login')}</ButtonLink>}
            <ButtonLink variant="second" href={formPage} onClick={onAgain}>
              {t('mail.again')}
            </ButtonLink>
          </>
        }
      >
        {words}
      </Plate>
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
