import { useTranslations } from 'use-intl'
import { defaultNewContractPath } from '#domains/retailer/settings/first-pages.ts'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { useBoot } from '#kit/web/portal.ts'

/** The home page of a user without contracts: what it will show, and how to get a contract. */
export function NoContracts() {
  const t = useTranslations('home.contracts.none')
  const { contractation, features } = useSettings()
  const { hasIdentityProvider } = useBoot()
  const hasPage = useHasPage()
  const startPath = defaultNewContractPath(contractation)
  return (
    <EmptyState
      title={t('title')}
      action={
        <>
          {startPath && hasPage(startPath) && <ButtonLink href={startPath}>{t('begin')}</ButtonLink>}
          {features.oidc && hasIdentityProvider && (
            <ButtonLink variant="second" href="/connect">
              {t('connect')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('text')}
    </EmptyState>
  )
}
