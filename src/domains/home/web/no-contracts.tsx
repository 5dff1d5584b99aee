import { useTranslations } from 'use-intl'
import { newContractPath } from '#domains/operator/settings/first-pages.ts'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import { useBoot } from '#kit/web/portal.ts'

/** The first page of somebody who has no contract: what there will be, and how to get one. */
export function NoContracts() {
  const t = useTranslations('home.contracts.none')
  const { contractation, features } = useSettings()
  const { hasIdentityProvider } = useBoot()
  const hasPage = useHasPage()
  const beginning = newContractPath(contractation)
  return (
    <Empty
      title={t('title')}
      action={
        <>
          {beginning && hasPage(beginning) && <ButtonLink href={beginning}>{t('begin')}</ButtonLink>}
          {features.oidc && hasIdentityProvider && (
            <ButtonLink variant="second" href="/connect">
              {t('connect')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('text')}
    </Empty>
  )
}
