import { useTranslations } from 'use-intl'
import { contractsPath } from '#domains/operator/settings/first-pages.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { bell, lock, paperWritten } from '#kit/web/icons.ts'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { StepsScene } from '#kit/web/steps.tsx'
import styles from './accounts.module.css'

/** What somebody finds who has just got their account: that it is theirs, and where to begin. */
export function WelcomeScreen() {
  const t = useTranslations('accounts')
  const { signedIn, hasUpstream } = useBoot()
  const contracts = contractsPath(useSettings().features)
  return (
    <div className={styles.welcome}>
      <Plate
        isPageTitle
        label={signedIn ? t('welcome.titleOf', { name: signedIn.name }) : t('welcome.title')}
        drawing={<StepsScene width={460} height={230} />}
        actions={
          <>
            <ButtonLink href="/">{t('welcome.begin')}</ButtonLink>
            <ButtonLink variant="second" href="/invoices">
              {t('welcome.invoices')}
            </ButtonLink>
          </>
        }
      >
        {t('welcome.text')}
      </Plate>
      <section className="stack" aria-labelledby="welcome-next">
        <h2 id="welcome-next">{t('welcome.next')}</h2>
        <Rows>
          <RowLink
            href={contracts}
            glyph={paperWritten}
            title={t('welcome.contracts')}
            detail={t('welcome.contractsDetail')}
          />
          {!hasUpstream && (
            <>
              <RowLink
                href="/profile/security"
                glyph={lock}
                title={t('welcome.security')}
                detail={t('welcome.securityDetail')}
              />
              <RowLink
                href="/profile/messages"
                glyph={bell}
                title={t('welcome.messages')}
                detail={t('welcome.messagesDetail')}
              />
            </>
          )}
        </Rows>
      </section>
    </div>
  )
}
