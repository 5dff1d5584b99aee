import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'

/** The first page of somebody who has no contract: what there will be, and how to get one. */
export function NoContracts() {
  const t = useTranslations('home.contracts.none')
  const { contractation } = useSettings()
  const canContract = useHasPage()('/new-electricity-customer') && contractation.electricity.enabled
  return (
    <Empty
      title={t('title')}
      action={canContract && <ButtonLink href="/new-electricity-customer">{t('begin')}</ButtonLink>}
    >
      {t('text')}
    </Empty>
  )
}
