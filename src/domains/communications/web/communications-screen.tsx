import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageEnergy } from '#domains/contracts/web/list/use-page-energy.ts'
import { contractQuery } from '#domains/contracts/web/queries.ts'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { StaleDataBanner } from '#kit/web/feedback/stale-data-banner.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { RowList } from '#kit/web/list/row-list.tsx'
import { useListQuery } from '#kit/web/list/use-list-query.ts'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { CommunicationRow } from './communication-row.tsx'
import { communicationsHref, parsePage } from './communications-page.ts'
import styles from './communications-screen.module.css'
import { communicationsQuery } from './queries.ts'

export { loadCommunications as load } from './load-communications.ts'

/** Shows what was sent for a contract, messages and documents, newest first. */
export function CommunicationsScreen() {
  const t = useTranslations('communications')
  const energy = usePageEnergy()
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), energy, contractName))
  useWindowTitle(`${t('title')} ${contract.name}`)

  return (
    <>
      <header className={styles.head}>
        <BackLink href={contractAddress(contract)}>{contract.street}</BackLink>
        <h1>{t('title')}</h1>
        <p className="soft">{t('promise')}</p>
      </header>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={contractName}>
        <CommunicationsList contractName={contractName} address={contractAddress(contract)} />
      </RetryBoundary>
      <p>
        <Link href="/profile/messages">{t('preferences')}</Link>
      </p>
    </>
  )
}

function CommunicationsList({ contractName, address }: { contractName: string; address: string }) {
  const t = useTranslations('communications')
  const page = parsePage(useSearch({ strict: false }) as SearchParams)
  const { data, error, refetch, isFetching } = useListQuery(
    communicationsQuery(useSend(), contractName, page),
    contractName,
  )
  if (!data) return <Skeleton kind="rows" count={6} />
  if (data.total === 0) return <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
  return (
    <div className="stack">
      {error && (
        <StaleDataBanner isRetrying={isFetching} onRetry={refetch}>
          {t('failed.title')}. {t('failed.text')}
        </StaleDataBanner>
      )}
      <RowList>
        {data.items.map((communication) => (
          <CommunicationRow key={communication.id} contractName={contractName} communication={communication} />
        ))}
      </RowList>
      <Pager {...page} total={data.total} hrefOf={(other) => communicationsHref(address, other)} />
    </div>
  )
}
