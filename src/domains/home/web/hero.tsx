import { useTranslations } from 'use-intl'
import { newContractPath } from '#domains/operator/settings/first-pages.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { chart, type IconShape, invoice, paperWritten } from '#kit/web/icons.ts'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Plate } from '#kit/web/plate.tsx'
import { StepsScene } from '#kit/web/steps.tsx'
import styles from './hero.module.css'

const concepts: { name: 'contracts' | 'invoices' | 'consumption'; icon: IconShape }[] = [
  { name: 'contracts', icon: paperWritten },
  { name: 'invoices', icon: invoice },
  { name: 'consumption', icon: chart },
]

/** Where an anonymous visitor may begin, the first that the retailer has. */
function useBeginning(): string | undefined {
  const hasPage = useHasPage()
  const { contractation, features } = useSettings()
  const beginnings = [newContractPath(contractation), ...(features.signup ? ['/register'] : [])]
  return beginnings.find((address) => address !== null && hasPage(address)) ?? undefined
}

/** Greets whoever comes without a session: what this is, and how to begin. */
export function Welcome() {
  const t = useTranslations('home.hero')
  const beginning = useBeginning()
  return (
    <Plate
      isPageTitle
      label={t('title')}
      drawing={<StepsScene width={460} height={230} />}
      actions={
        <>
          {beginning && <ButtonLink href={beginning}>{t('begin')}</ButtonLink>}
          <ButtonLink variant={beginning ? 'second' : 'main'} href="/login">
            {t('login')}
          </ButtonLink>
        </>
      }
    >
      {t('text')}
    </Plate>
  )
}

/** What the portal is good for. */
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
