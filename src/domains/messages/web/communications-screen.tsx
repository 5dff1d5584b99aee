import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { contractAddress, energyOfPath } from '#domains/contracts/web/list-address.ts'
import { contractQuery } from '#domains/contracts/web/queries.ts'
import { useWindowTitle } from '#domains/operator/web/use-window-title.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { Link } from '#kit/web/link.tsx'
import { NotRefreshed } from '#kit/web/not-refreshed.tsx'
import type { Search } from '#kit/web/page.ts'
import { Pager } from '#kit/web/pager.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { Rows } from '#kit/web/rows.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { useListQuery } from '#kit/web/use-list-query.ts'
import { CommunicationRow } from './communication-row.tsx'
import styles from './communications-screen.module.css'
import { addressOfPage, readPage } from './list-page.ts'
import { communicationsQuery } from './queries.ts'

export { loadCommunications as load } from './load-messages.ts'

/** What was sent for a contract, messages and documents, newest first. */
export function CommunicationsScreen() {
  const t = useTranslations('messages')
  const energy = energyOfPath(useLocation().pathname)
  const { contractName } = useParams({ strict: false }) as { contractName: string }
  const { data: contract } = useSuspenseQuery(contractQuery(useSend(), energy, contractName))
  useWindowTitle(`${t('communicationsTitle')} ${contract.name}`)

  return (
    <>
      <header className={styles.head}>
        <BackLink href={contractAddress(contract)}>{contract.street}</BackLink>
        <h1>{t('communicationsTitle')}</h1>
        <p className="soft">{t('communications.promise')}</p>
      </header>
      <Retryable
        title={t('communications.failed.title')}
        words={t('communications.failed.words')}
        resetKey={contractName}
      >
        <Communications contractName={contractName} address={contractAddress(contract)} />
      </Retryable>
      <p>
        <Link href="/profile/messages">{t('communications.preferences')}</Link>
      </p>
    </>
  )
}

function Communications({ contractName, address }: { contractName: string; address: string }) {
  const t = useTranslations('messages.communications')
  const page = readPage(useSearch({ strict: false }) as Search)
  const { data, error, refetch, isFetching } = useListQuery(
    communicationsQuery(useSend(), contractName, page),
    contractName,
  )
  if (!data) return <Skeleton kind="rows" count={6} />
  if (data.total === 0) return <Empty title={t('none.title')}>{t('none.words')}</Empty>
  return (
    <div className="stack">
      {error && (
        <NotRefreshed isRetrying={isFetching} onRetry={refetch}>
          {t('failed.title')}. {t('failed.words')}
        </NotRefreshed>
      )}
      <Rows>
        {data.items.map((communication) => (
          <CommunicationRow key={communication.id} contractName={contractName} communication={communication} />
        ))}
      </Rows>
      <Pager {...page} total={data.total} hrefOf={(other) => addressOfPage(address, other)} />
    </div>
  )
}
