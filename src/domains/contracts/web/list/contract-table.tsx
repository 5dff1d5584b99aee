import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { invoice, paperWritten } from '#kit/web/graphics/icons.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Menu } from '#kit/web/overlay/menu.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { isPendingStart } from '../../rules.ts'
import { ContractStatusBadge } from '../contract-status-badge.tsx'
import { DebtBadge } from '../debt-badge.tsx'
import { usePowerRange } from '../details/use-power-text.ts'
import type { ContractModel } from '../parse-contract.ts'
import styles from './contract-table.module.css'
import { invoicesAddress } from './list-address.ts'

type ContractTableProps = {
  energy: Energy
  contracts: readonly ContractModel[]
  /** The action that a contract is chosen for; without it the list is for reading. */
  action?: string
}

/** The contracts of a page, each with links to its own page and its invoices, or with a button that chooses it. */
export function ContractTable({ energy, contracts, action }: ContractTableProps) {
  const t = useTranslations('contracts')
  return (
    <Table
      caption={t(`tableOf.${energy}`)}
      columns={useColumns(energy, action)}
      rows={contracts}
      rowKey={({ id }) => id}
      hasStickyHead
    />
  )
}

function useColumns(energy: Energy, action?: string): Column<ContractModel>[] {
  const t = useTranslations('contracts')
  const { contracts } = useCustomerSettings()
  const columns: (Column<ContractModel> | false)[] = [
    {
      key: 'name',
      header: t('columns.name'),
      kind: 'name',
      listPosition: 'title',
      cell: (contract) => <Link href={contractAddress(contract, action)}>{contract.name}</Link>,
    },
    {
      key: 'cups',
      header: t('columns.cups'),
      isNarrow: true,
      cell: ({ cups }) => <CupsCell cups={cups} />,
    },
    {
      key: 'address',
      header: t('columns.address'),
      listPosition: 'second',
      isNarrow: true,
      cell: ({ street, city }) => (
        <>
          {street}, <span className="soft">{city}</span>
        </>
      ),
    },
    contracts.showProduct && { key: 'product', header: t('columns.product'), cell: ({ product }) => product },
    useSizeColumn(energy),
    { key: 'short', header: t('columns.cups'), isListOnly: true, listPosition: 'note', cell: noteOf },
    {
      key: 'status',
      header: t('columns.status'),
      listPosition: 'titleEnd',
      cell: ({ status }) => <ContractStatusBadge status={status} />,
    },
    {
      key: 'payment',
      header: t('columns.payment'),
      cell: (contract) => <PaymentCell contract={contract} action={action} />,
    },
    {
      key: 'debt',
      header: t('columns.payment'),
      isListOnly: true,
      listPosition: 'note',
      cell: (contract) => contract.debtCents > 0 && !action && <DebtBadge contract={contract} isBrief />,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      listPosition: 'secondEnd',
      cell: (contract) => <Actions contract={contract} action={action} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/**
 * Returns the column for contracted power or access tariff, as the retailer configures. Gas has no power, and so shows
 * its tariff.
 */
function useSizeColumn(energy: Energy): Column<ContractModel> | false {
  const t = useTranslations('contracts.columns')
  const powerRange = usePowerRange()
  const { powerOrTariff } = useCustomerSettings().contracts
  if (powerOrTariff === 'none') return false
  return powerOrTariff === 'power' && energy === 'electricity'
    ? { key: 'power', header: t('power'), kind: 'number', cell: ({ powerWatts }) => powerRange(powerWatts) }
    : { key: 'tariff', header: t('tariff'), cell: ({ tariff }) => tariff }
}

function Actions({ contract, action }: { contract: ContractModel; action?: string }) {
  const t = useTranslations('contracts.actions')
  if (action)
    return (
      <ButtonLink variant="second" isSmall href={contractAddress(contract, action)}>
        {t('choose')} <span className="visually-hidden">{t('subject', { name: contract.name })}</span>
      </ButtonLink>
    )
  return (
    <Menu
      subject={t('subject', { name: contract.name })}
      items={[
        { key: 'view', label: t('view'), icon: paperWritten, href: contractAddress(contract) },
        { key: 'invoices', label: t('invoices'), icon: invoice, href: invoicesAddress(contract) },
      ]}
    />
  )
}

/**
 * Returns the note of a row on a phone: the tariff and the end of the CUPS, by which customers recognise their supply
 * points.
 */
function noteOf({ tariff, cups }: ContractModel): string {
  return `${tariff} · ${splitCups(cups).slice(3, 6).join('\u00a0')}`
}

function CupsCell({ cups }: Pick<ContractModel, 'cups'>) {
  const t = useTranslations('contracts')
  return (
    <span className={styles.cups}>
      <Identifier label={t('columns.cups')} groups={splitCups(cups)} />
    </span>
  )
}

function PaymentCell({ contract, action }: { contract: ContractModel; action: string | undefined }) {
  const t = useTranslations('contracts')
  if (contract.debtCents <= 0)
    return !isPendingStart(contract.status) && <span className="soft nowrap">{t('upToDate')}</span>
  // Where a contract is chosen for something else, no debt can be paid.
  return action ? <Badge tone="negative">{t('inDebt')}</Badge> : <DebtBadge contract={contract} isBrief />
}
