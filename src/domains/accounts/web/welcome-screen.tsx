import { useTranslations } from 'use-intl'
import { defaultContractsPath } from '#domains/retailer/settings/first-pages.ts'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { bell, lock, paperWritten } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { useBoot } from '#kit/web/portal.ts'
import styles from './accounts.module.css'

/** The page that a new account opens on: confirms that it is ready and shows where to begin. */
export function WelcomeScreen() {
  const t = useTranslations('accounts')
  const { signedIn, hasUpstream } = useBoot()
  const contracts = defaultContractsPath(useSettings().features)
  return (
    <div className={styles.welcome}>
      <SummaryCard
        isPageTitle
        label={signedIn ? t('welcome.titleOf', { name: signedIn.name }) : t('welcome.title')}
        drawing={<DayStepsDrawing width={460} height={230} />}
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
      </SummaryCard>
      <section className="stack" aria-labelledby="welcome-next">
        <h2 id="welcome-next">{t('welcome.next')}</h2>
        <RowList>
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
        </RowList>
      </section>
    </div>
  )
}
