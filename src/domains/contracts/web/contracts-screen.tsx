import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { StaleDataBanner } from '#kit/web/feedback/stale-data-banner.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { useListQuery } from '#kit/web/list/use-list-query.ts'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { parseTitledAction } from './changes/titled-actions.ts'
import styles from './contracts-screen.module.css'
import { ContractSearch } from './list/contract-search.tsx'
import { ContractTable } from './list/contract-table.tsx'
import { addressOf, type ContractListView, pageSizes, parseListView } from './list/list-address.ts'
import { useContractCounts } from './list/use-contract-counts.ts'
import { usePageEnergy } from './list/use-page-energy.ts'
import { NewContract } from './new-contract.tsx'
import { contractPageQuery } from './queries.ts'

export { loadContracts as load } from './list/load-contracts.ts'

/**
 * The page of a customer's contracts of one kind: a search, the list, and a link to each; or the choice of one for an
 * action.
 */
export function ContractsScreen() {
  const t = useTranslations('contracts')
  const { contracts } = useCustomerSettings()
  const energy = usePageEnergy()
  const view = parseListView(useSearch({ strict: false }) as SearchParams, contracts.itemsPerPage)
  const chosenAction = parseTitledAction(view.action)
  useWindowTitle(chosenAction ? t(`titles.${chosenAction}`) : '')

  return (
    <>
      <header className="stack">
        <div className={styles.head}>
          <h1>{chosenAction ? t(`titles.${chosenAction}`) : t('title')}</h1>
          {!view.action && <NewContract />}
        </div>
        {view.action && <p className="lead">{t('choose', { action: view.action })}</p>}
      </header>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={addressOf(energy, view, {})}>
        <ContractList energy={energy} view={view} />
      </RetryBoundary>
    </>
  )
}

type ContractListProps = { energy: Energy; view: ContractListView }

function ContractList({ energy, view }: ContractListProps) {
  const t = useTranslations('contracts')
  const { data, error, refetch, isFetching } = useListQuery(contractPageQuery(useSend(), energy, view), energy)
  if (!data) return <Skeleton kind="rows" count={6} />
  return (
    <div className="stack">
      <EnergyTabs energy={energy} view={view} />
      {(data.total > 1 || view.text) && <ContractSearch energy={energy} view={view} />}
      {error && (
        <StaleDataBanner isRetrying={isFetching} onRetry={refetch}>
          {t('failed.title')}. {t('failed.text')}
        </StaleDataBanner>
      )}
      {data.items.length > 0 ? (
        <>
          <ContractTable energy={energy} contracts={data.items} action={view.action} />
          <ContractPager energy={energy} view={view} total={data.total} />
        </>
      ) : (
        <NothingToShow energy={energy} view={view} total={data.total} />
      )}
    </div>
  )
}

function EnergyTabs({ energy, view }: ContractListProps) {
  const t = useTranslations('contracts.kinds')
  const counts = useContractCounts(energy)
  if (counts.length < 2) return null
  const tabs = counts.map(({ energy: key, count }) => ({
    key,
    label: t(key),
    count,
    href: addressOf(key, view, { text: '' }),
  }))
  return <Tabs label={t('label')} current={energy} tabs={tabs} />
}

function NothingToShow({ energy, view, total }: ContractListProps & { total: number }) {
  const t = useTranslations('contracts')
  const start = (label: string) => (
    <ButtonLink variant="second" href={addressOf(energy, view, { text: total > 0 ? view.text : '' })}>
      {label}
    </ButtonLink>
  )
  if (total > 0)
    return (
      <EmptyState kind="late" title={t('noneThere.title')} action={start(t('noneThere.first'))}>
        {t('noneThere.text')}
      </EmptyState>
    )
  if (view.text)
    return (
      <EmptyState kind="filtered" title={t('noneFound.title', { text: view.text })} action={start(t('noneFound.all'))}>
        {t('noneFound.text')}
      </EmptyState>
    )
  return <EmptyState title={t(`none.${energy}`)}>{t('none.text')}</EmptyState>
}

function ContractPager({ energy, view, total }: ContractListProps & { total: number }) {
  const t = useTranslations('contracts')
  const goTo = useGoTo()
  const sizes = [...new Set([...pageSizes, view.itemsPerPage])].sort((a, b) => a - b)
  return (
    <Pager
      label={t('pages')}
      offset={view.offset}
      limit={view.limit}
      total={total}
      hrefOf={(page) => addressOf(energy, view, page)}
      sizes={total > sizes[0]! ? sizes : undefined}
      onSize={(limit) => void goTo(addressOf(energy, view, { limit }))}
    />
  )
}
