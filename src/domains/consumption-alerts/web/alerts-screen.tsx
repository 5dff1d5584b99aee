import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ContractAlerts } from '../api.ts'
import { alertsAddress, alertsPath } from '../paths.ts'
import { AlertOff } from './alert-off.tsx'
import { AlertsForm } from './alerts-form.tsx'
import styles from './alerts-screen.module.css'
import { consumptionAlertsQuery, linkedAlertQuery } from './queries.ts'

/** Fetches the alerts, or the one of the link in a mail. The screen reports a failure and offers a retry. */
export async function load({ prefetch, send, search: { contract, link }, boot }: LoadContext) {
  if (link !== undefined) await prefetch(linkedAlertQuery(send, link)).catch(() => {})
  else if (boot.signedIn) await prefetch(consumptionAlertsQuery(send, contract)).catch(() => {})
}

/** The alerts on consumption: turned on, seen and changed by contract, and turned off by the link in a mail. */
export function AlertsScreen() {
  const t = useTranslations('consumption-alerts')
  const { link } = useSearch({ strict: false }) as { link?: string }
  const { signedIn } = useBoot()
  if (link !== undefined) return <AlertOff link={link} />
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {signedIn ? (
        <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey="consumption-alerts">
          <AlertedContracts />
        </RetryBoundary>
      ) : (
        <div className="line">
          <ButtonLink href={`/login?redirectPath=${alertsPath}`}>{t('enter')}</ButtonLink>
        </div>
      )}
    </div>
  )
}

function AlertedContracts() {
  const t = useTranslations('consumption-alerts')
  const { contract } = useSearch({ strict: false }) as { contract?: string }
  const { data } = useSuspenseQuery(consumptionAlertsQuery(useSend(), contract))
  const { contracts, total } = data
  if (contracts.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <>
      {contracts.map((alerts) => (
        <ContractSection key={alerts.contract_id} alerts={alerts} />
      ))}
      {total > contracts.length && <p className="note">{t('more', { count: contracts.length })}</p>}
      {contract !== undefined && (
        <p>
          <Link href={alertsAddress()}>{t('all')}</Link>
        </p>
      )}
    </>
  )
}

function ContractSection({ alerts }: { alerts: ContractAlerts }) {
  const t = useTranslations('consumption-alerts')
  const { contract, address } = alerts
  const id = `alerts-${contract}`
  return (
    <section className="stack" aria-labelledby={id}>
      <header>
        <h2 id={id}>{address}</h2>
        <p className="soft">{t('contract', { name: contract })}</p>
      </header>
      <AlertsForm alerts={alerts} />
      <SentNotices notices={alerts.notices} />
    </section>
  )
}

function SentNotices({ notices }: Pick<ContractAlerts, 'notices'>) {
  const t = useTranslations('consumption-alerts')
  const locale = useLocale()
  return (
    <div className="stack">
      <h3>{t('notices.title')}</h3>
      {notices.length === 0 ? (
        <p className="soft">{t('notices.none')}</p>
      ) : (
        <ul className={styles.notices}>
          {notices.map(({ kind, period, sent_on }) => (
            <li key={`${kind} ${period}`}>
              {t('notices.item', { sentOn: formatDay(sent_on, locale), kind: t(`kinds.${kind}.name`) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
