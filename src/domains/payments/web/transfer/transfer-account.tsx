import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import type { PayableItem } from '../payable-item.ts'
import { transferQuery } from '../queries.ts'
import styles from './transfer-account.module.css'

export type TransferAccountProps = {
  item: PayableItem
  /** Names the invoice, if the surroundings do not. */
  isNamed?: boolean
}

/**
 * Shows account, beneficiary and concept of a transfer in a line, with buttons to copy them. Renders nothing if they
 * cannot be loaded.
 */
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
        <Identifier groups={splitIban(iban)} value={iban} label={t('account')} />
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
