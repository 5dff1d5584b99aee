import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { contractQuery } from '#domains/contracts/web/queries.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { listOfferedKinds } from './offered-kinds.ts'
import { OptionSection } from './option-section.tsx'
import styles from './tariff-options-screen.module.css'

export { loadTariff as load } from './load-tariff.ts'

/** Shows the tariff options of a contract, each with the customer's own usage and what it would have saved. */
export function TariffOptionsScreen() {
  const t = useTranslations('tariff-options')
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), 'electricity', contractName))
  useWindowTitle(`${t('title')} (${contract.name})`)
  const kinds = listOfferedKinds(contract, useCustomerSettings())
  const address = `/contracts/electricity/${encodeURIComponent(contract.name)}`
  const isActive = contract.status === 'active'

  return (
    <div className={styles.page}>
      <header className="stack">
        <BackLink href={address}>{contract.street}</BackLink>
        <h1>{t('title')}</h1>
        {kinds.length > 0 && <p className="soft">{t('text')}</p>}
      </header>
      {kinds.length > 0 && !isActive && <Banner tone="warning">{t('inactive')}</Banner>}
      {kinds.length === 0 && (
        <EmptyState
          title={t('none.title')}
          action={
            <ButtonLink variant="second" href={address}>
              {t('back')}
            </ButtonLink>
          }
        >
          {t('none.text')}
        </EmptyState>
      )}
      {kinds.map((kind) => (
        <RetryBoundary key={kind} title={t('failed.title')} message={t('failed.text')} resetKey={contract.name}>
          <OptionSection kind={kind} contractId={contract.id} isActive={isActive} />
        </RetryBoundary>
      ))}
    </div>
  )
}
