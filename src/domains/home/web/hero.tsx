import { useTranslations } from 'use-intl'
import { defaultNewContractPath } from '#domains/retailer/settings/first-pages.ts'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { chart, type IconShape, invoice, paperWritten } from '#kit/web/graphics/icons.ts'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import styles from './hero.module.css'

const concepts: { name: 'contracts' | 'invoices' | 'consumption'; icon: IconShape }[] = [
  { name: 'contracts', icon: paperWritten },
  { name: 'invoices', icon: invoice },
  { name: 'consumption', icon: chart },
]

const registerPath = '/register'

/** Returns the address where an anonymous visitor can begin, the first that the retailer has. */
function useStartPath(): string | undefined {
  const hasPage = useHasPage()
  const { contractation, features } = useSettings()
  const startPaths = [defaultNewContractPath(contractation), ...(features.signup ? [registerPath] : [])]
  return startPaths.find((address) => address !== null && hasPage(address)) ?? undefined
}

/** Welcomes visitors without a session: what the portal is, and how to begin. */
export function WelcomeHero() {
  const t = useTranslations('home.hero')
  const startPath = useStartPath()
  return (
    <SummaryCard
      isPageTitle
      label={t('title')}
      drawing={<DayStepsDrawing width={460} height={230} />}
      actions={
        <>
          {startPath && (
            <ButtonLink href={startPath}>{t(startPath === registerPath ? 'register' : 'contract')}</ButtonLink>
          )}
          <ButtonLink variant={startPath ? 'second' : 'main'} href="/login">
            {t('login')}
          </ButtonLink>
        </>
      }
    >
      {t('text')}
    </SummaryCard>
  )
}

/** Explains what the portal offers. */
export function Concepts() {
  const t = useTranslations('home.hero')
  return (
    <ul className={styles.concepts}>
      {concepts.map(({ name, icon }) => (
        <li key={name} className={styles.concept}>
          <Icon shape={icon} />
          <h2>{t(`concepts.${name}.title`)}</h2>
          <p className="soft">{t(`concepts.${name}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}
