import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Identifier } from '#kit/web/identifier.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import type { PayingItem } from './paying-item.ts'
import { transferQuery } from './queries.ts'
import styles from './transfer-account.module.css'

export type TransferAccountProps = {
  item: PayingItem
  /** Says of which invoice it is, where its place does not. */
  isNamed?: boolean
}

/** Account, beneficiary and concept of a transfer in a line, to be copied; nothing where they cannot be read. */
export function TransferAccount({ item, isNamed }: TransferAccountProps) {
  const t = useTranslations('payments.transfer')
  const locale = useLocale()
  const { data } = useQuery(transferQuery(useSend(), item))
  if (!data) return null
  const { iban, beneficiary, concept, amount } = data
  return (
    <span className={styles.account}>
      {isNamed && (
        <Part label={t('subject', { number: item.number })}>{formatMoney(Math.round(amount * 100), locale)}</Part>
      )}
      <Part label={t('account')}>
        <Identifier groups={ibanGroups(iban)} value={iban} label={t('account')} />
      </Part>
      <Part label={t('beneficiary')}>{beneficiary}</Part>
      <Part label={t('concept')}>
        <Identifier groups={[concept]} value={concept} label={t('concept')} />
      </Part>
    </span>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.part}>
      {label}: {children}
    </span>
  )
}
