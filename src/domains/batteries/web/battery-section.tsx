import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { KeyFigure } from '#kit/web/display/key-figure.tsx'
import { download } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatLabelled, formatMoney } from '#vocabulary/format.ts'
import { sumCents } from '#vocabulary/money.ts'
import { downloadBatteries } from '../downloads.ts'
import { isWithinDates, shareStatusOn } from '../rules.ts'
import styles from './battery-section.module.css'
import type { ShareModel } from './parse-share.ts'
import type { ShareAction } from './share-dialog.tsx'
import { ShareMenu } from './share-menu.tsx'
import { useShareColumns } from './use-share-columns.tsx'

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog)
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

type BatterySectionProps = {
  id: string
  contract: { name: string; isActive: boolean }
  shares: readonly ShareModel[]
}

/**
 * Shows the solar wallets (batteries) in which a contract has a share: their current balance, the contract's
 * percentage, and actions to change it.
 */
export function BatterySection({ id, contract, shares }: BatterySectionProps) {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const activeShares = shares.filter((share) => shareStatusOn(share, today) === 'active')
  const [openAction, setOpenAction] = useState<{ share: ShareModel; action: ShareAction } | null>(null)
  const titleId = `${id}-title`
  const columns = useColumns({
    today,
    isActive: contract.isActive,
    onAct: (share, action) => setOpenAction({ share, action }),
  })

  return (
    <section id={id} className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {activeShares.length > 0 && (
        <div className={styles.balance}>
          <p className="soft">{t('available')}</p>
          <KeyFigure
            text={formatMoney(sumCents(activeShares.map(({ balanceCents }) => balanceCents)), locale)}
            size="medium"
          />
          <p>{t(activeShares.every(({ isApplied }) => isApplied) ? 'appliedByItself' : 'keptAside')}</p>
        </div>
      )}
      <Table caption={t('table')} columns={columns} rows={shares} rowKey={(share) => share.id} />
      {activeShares.length < shares.length && <p className="note">{t('onlyWithinDates')}</p>}
      <div className="line">
        <ExportButton wallets={listBatteriesOf(shares)} />
      </div>
      <Suspense>
        {openAction && (
          <ShareDialog
            {...openAction}
            contract={contract.name}
            today={today}
            sharedIds={shares.filter((share) => isWithinDates(share, today)).map(({ batteryId }) => batteryId)}
            onClose={() => setOpenAction(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Downloads a single battery at once; of several, the customer chooses. */
function ExportButton({ wallets }: { wallets: readonly { id: number; name: string }[] }) {
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

function listBatteriesOf(shares: readonly ShareModel[]) {
  return [...new Map(shares.map(({ batteryId, battery }) => [batteryId, { id: batteryId, name: battery }])).values()]
}

type ColumnOptions = { today: string; isActive: boolean; onAct: (share: ShareModel, action: ShareAction) => void }

function useColumns({ today, isActive, onAct }: ColumnOptions): Column<ShareModel>[] {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const { hasUpstream } = useBoot()
  const { percentage, days, use, status } = useShareColumns(today)
  return [
    {
      key: 'battery',
      header: t('columns.battery'),
      kind: 'name',
      listPosition: 'title',
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
      listPosition: 'note',
      isListOnly: true,
      cell: ({ balanceCents }) => formatLabelled(t('columns.balance'), formatMoney(balanceCents, locale), locale),
    },
    use,
    status,
    {
      key: 'actions',
      header: t('actions.header'),
      kind: 'actions',
      listPosition: 'secondEnd',
      cell: (share) => (
        <ShareMenu share={share} isActive={isActive} today={today} onAct={(action) => onAct(share, action)} />
      ),
    },
  ]
}
