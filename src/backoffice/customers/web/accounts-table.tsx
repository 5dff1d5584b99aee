import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { impersonationRoles } from '#domains/session/impersonation-roles.ts'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { eye } from '#kit/web/graphics/icons.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { CustomerAccount } from '../api.ts'
import { ImpersonateDialog } from './impersonate-dialog.tsx'

/** The accounts that can see a customer's contracts, each with a button to impersonate it. */
export function AccountsTable({ accounts }: { accounts: readonly CustomerAccount[] }) {
  const t = useTranslations('desk-customers.accounts')
  const locale = useLocale()
  const [selected, setSelected] = useState<CustomerAccount | null>(null)
  if (!accounts.length) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>

  const columns: Column<CustomerAccount>[] = [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { key: 'login', header: t('user'), listPosition: 'second', cell: ({ login }) => login },
    { key: 'email', header: t('email'), listPosition: 'note', cell: ({ email }) => email },
    {
      key: 'factor',
      header: t('secondFactor'),
      cell: ({ has_second_factor: hasOne }) => t(hasOne ? 'yes' : 'no'),
    },
    {
      key: 'seen',
      header: t('lastSeen'),
      listPosition: 'secondEnd',
      cell: ({ last_seen_at: seen }) => (seen ? formatInstant(new Date(seen), locale) : t('never')),
    },
    {
      key: 'look',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (account) => (
        <RoleButton
          roles={impersonationRoles}
          variant="second"
          isSmall
          icon={eye}
          aria-label={t('lookAs', { name: account.name })}
          onClick={() => setSelected(account)}
        >
          {t('look')}
        </RoleButton>
      ),
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={accounts} rowKey={({ id }) => id} />
      {selected && <ImpersonateDialog account={selected} onClose={() => setSelected(null)} />}
    </>
  )
}
