import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Figure } from '#kit/web/figure.tsx'
import { download } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { sumCents } from '#vocabulary/money.ts'
import { downloadBatteries } from '../downloads.ts'
import { isWithinDates, standingOn } from '../rules.ts'
import type { ReadShare } from './read-share.ts'
import type { ShareAction } from './share-dialog.tsx'
import { ShareMenu } from './share-menu.tsx'
import { useShareColumns } from './use-share-columns.tsx'
import styles from './wallet-section.module.css'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

type WalletSectionProps = {
  id: string
  contract: { name: string; isActive: boolean }
  shares: readonly ReadShare[]
}

/** The solar wallets in which a contract has a share: what they hold now, what part the contract gets, and ways to change it. */
export function WalletSection({ id, contract, shares }: WalletSectionProps) {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const present = shares.filter((share) => standingOn(share, today) === 'active')
  const [acting, act] = useState<{ share: ReadShare; action: ShareAction } | null>(null)
  const titleId = `${id}-title`
  const columns = useColumns({
    today,
    isActive: contract.isActive,
    onAct: (share, action) => act({ share, action }),
  })

  return (
    <section id={id} className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {present.length > 0 && (
        <div className={styles.balance}>
          <p className="soft">{t('available')}</p>
          <Figure text={formatMoney(sumCents(present.map(({ balanceCents }) => balanceCents)), locale)} size="medium" />
          <p>{t(present.every(({ isApplied }) => isApplied) ? 'appliedByItself' : 'keptAside')}</p>
        </div>
      )}
      <Table caption={t('table')} columns={columns} rows={shares} rowKey={(share) => share.id} />
      {present.length < shares.length && <p className="note">{t('onlyWithinDates')}</p>}
      <div className="line">
        <Export wallets={walletsOf(shares)} />
      </div>
      <Suspense>
        {acting && (
          <ShareDialog
            {...acting}
            contract={contract.name}
            today={today}
            sharedIds={shares.filter((share) => isWithinDates(share, today)).map(({ batteryId }) => batteryId)}
            onClose={() => act(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** One wallet is downloaded at once; of several the customer chooses. */
function Export({ wallets }: { wallets: readonly { id: number; name: string }[] }) {
  const t = useTranslations('batteries.export')
  const [isOpen, setOpen] = useState(false)
  if (wallets.length === 1)
    return (
      <DownloadButton call={downloadBatteries} params={{ batteries: String(wallets[0]!.id) }}>
        {t('open')}
      </DownloadButton>
    )
  return (
    <>
      <Button variant="second" icon={download} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{isOpen && <ExportDialog wallets={wallets} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function walletsOf(shares: readonly ReadShare[]) {
  return [...new Map(shares.map(({ batteryId, battery }) => [batteryId, { id: batteryId, name: battery }])).values()]
}

type Acting = { today: string; isActive: boolean; onAct: (share: ReadShare, action: ShareAction) => void }

function useColumns({ today, isActive, onAct }: Acting): Column<ReadShare>[] {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const { hasUpstream } = useBoot()
  const { percentage, days, use, standing } = useShareColumns(today)
  return [
    {
      key: 'battery',
      header: t('columns.battery'),
      kind: 'name',
      place: 'title',
      cell: ({ batteryId, battery }) =>
        hasUpstream ? battery : <Link href={`/batteries/${batteryId}`}>{battery}</Link>,
    },
    percentage,
    {
      key: 'balance',
      header: t('columns.balance'),
      kind: 'number',
      cell: ({ balanceCents }) => formatMoney(balanceCents, locale),
    },
    days,
    {
      key: 'balanceLine',
      header: t('columns.balance'),
      place: 'note',
      isListOnly: true,
      cell: ({ balanceCents }) => `${t('columns.balance')}: ${formatMoney(balanceCents, locale)}`,
    },
    use,
    standing,
    {
      key: 'actions',
      header: t('actions.header'),
      kind: 'actions',
      place: 'secondEnd',
      cell: (share) => (
        <ShareMenu share={share} isActive={isActive} today={today} onAct={(action) => onAct(share, action)} />
      ),
    },
  ]
}
