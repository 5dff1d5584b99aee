import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { invoice, paperWritten } from '#kit/web/icons.ts'
import { Identifier } from '#kit/web/identifier.tsx'
import { Link } from '#kit/web/link.tsx'
import { Menu } from '#kit/web/menu.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { cupsGroups } from '#vocabulary/cups.ts'
import { type Energy, isBeginning } from '../rules.ts'
import styles from './contract-table.module.css'
import { Debt } from './debt.tsx'
import { contractAddress, invoicesAddress } from './list-address.ts'
import { usePowerRange } from './power-text.ts'
import type { ReadContract } from './read-contract.ts'
import { Standing } from './standing.tsx'

type ContractTableProps = {
  energy: Energy
  contracts: readonly ReadContract[]
  /** What one of them is chosen for; without it the list is there to be read. */
  action?: string
}

/** The contracts of a page, each with the way to its own page and to its invoices, or with a button that chooses it. */
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

function useColumns(energy: Energy, action?: string): Column<ReadContract>[] {
  const t = useTranslations('contracts')
  const { contracts } = useCustomerSettings()
  // Where a contract is chosen for something else, nothing is paid.
  const debtOf = (contract: ReadContract) =>
    action ? <Chip tone="negative">{t('inDebt')}</Chip> : <Debt contract={contract} isBrief />
  const columns: (Column<ReadContract> | false)[] = [
    {
      key: 'name',
      header: t('columns.name'),
      kind: 'name',
      place: 'title',
      cell: (contract) => <Link href={contractAddress(contract, action)}>{contract.name}</Link>,
    },
    {
      key: 'cups',
      header: t('columns.cups'),
      isNarrow: true,
      cell: ({ cups }) => (
        <span className={styles.cups}>
          <Identifier label={t('columns.cups')} groups={cupsGroups(cups)} />
        </span>
      ),
    },
    {
      key: 'address',
      header: t('columns.address'),
      place: 'second',
      isNarrow: true,
      cell: ({ street, city }) => (
        <>
          {street}, <span className="soft">{city}</span>
        </>
      ),
    },
    contracts.showProduct && { key: 'product', header: t('columns.product'), cell: ({ product }) => product },
    useSizeColumn(energy),
    { key: 'short', header: t('columns.cups'), isListOnly: true, place: 'note', cell: noteOf },
    {
      key: 'standing',
      header: t('columns.standing'),
      place: 'titleEnd',
      cell: ({ standing }) => <Standing standing={standing} />,
    },
    {
      key: 'payment',
      header: t('columns.payment'),
      cell: (contract) =>
        contract.debtCents > 0
          ? debtOf(contract)
          : !isBeginning(contract.standing) && <span className="soft nowrap">{t('upToDate')}</span>,
    },
    {
      key: 'debt',
      header: t('columns.payment'),
      isListOnly: true,
      place: 'note',
      cell: (contract) => contract.debtCents > 0 && !action && debtOf(contract),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      place: 'secondEnd',
      cell: (contract) => <Actions contract={contract} action={action} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Contracted power or access tariff, as the retailer prefers; gas has no power, and so its tariff. */
function useSizeColumn(energy: Energy): Column<ReadContract> | false {
  const t = useTranslations('contracts.columns')
  const powerRange = usePowerRange()
  const { powerOrTariff } = useCustomerSettings().contracts
  if (powerOrTariff === 'none') return false
  return powerOrTariff === 'power' && energy === 'electricity'
    ? { key: 'power', header: t('power'), kind: 'number', cell: ({ powerWatts }) => powerRange(powerWatts) }
    : { key: 'tariff', header: t('tariff'), cell: ({ tariff }) => tariff }
}

function Actions({ contract, action }: { contract: ReadContract; action?: string }) {
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

/** On a telephone: the tariff and the end of the CUPS, by which people tell their supply points apart. */
function noteOf({ tariff, cups }: ReadContract): string {
  return `${tariff} · ${cupsGroups(cups).slice(3, 6).join('\u00a0')}`
}
