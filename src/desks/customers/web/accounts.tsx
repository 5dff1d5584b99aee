import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { impersonationRoles } from '#domains/session/impersonation-roles.ts'
import { Empty } from '#kit/web/absence.tsx'
import { eye } from '#kit/web/icons.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { CustomerAccount } from '../api.ts'
import { LookDialog } from './look-dialog.tsx'

/** Who signs in and sees a customer's contracts, each with the way to see what they see. */
export function Accounts({ accounts }: { accounts: readonly CustomerAccount[] }) {
  const t = useTranslations('desk-customers.accounts')
  const locale = useLocale()
  const [looked, setLooked] = useState<CustomerAccount | null>(null)
  if (!accounts.length) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>

  const columns: Column<CustomerAccount>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ name }) => name },
    { key: 'login', header: t('user'), place: 'second', cell: ({ login }) => login },
    { key: 'email', header: t('email'), place: 'note', cell: ({ email }) => email },
    {
      key: 'factor',
      header: t('secondFactor'),
      cell: ({ has_second_factor: hasOne }) => t(hasOne ? 'yes' : 'no'),
    },
    {
      key: 'seen',
      header: t('lastSeen'),
      place: 'secondEnd',
      cell: ({ last_seen_at: seen }) => (seen ? formatInstant(new Date(seen), locale) : t('never')),
    },
    {
      key: 'look',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (account) => (
        <RoleButton
          roles={impersonationRoles}
          variant="second"
          isSmall
          icon={eye}
          aria-label={t('lookAs', { name: account.name })}
          onClick={() => setLooked(account)}
        >
          {t('look')}
        </RoleButton>
      ),
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={accounts} rowKey={({ id }) => id} />
      {looked && <LookDialog account={looked} onClose={() => setLooked(null)} />}
    </>
  )
}
