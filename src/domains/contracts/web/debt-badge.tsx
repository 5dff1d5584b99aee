import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatMoney } from '#vocabulary/format.ts'
import styles from './debt-badge.module.css'
import { paymentAddress } from './list/list-address.ts'
import type { ContractModel } from './parse-contract.ts'

type DebtBadgeProps = {
  contract: ContractModel
  /** In a list the amount is left to the contract's own page. */
  isBrief?: boolean
}

/**
 * Shows that a contract has a debt, with the link to pay it where the user may. The payment page explains what cannot
 * be paid by card.
 */
export function DebtBadge({ contract, isBrief }: DebtBadgeProps) {
  const t = useTranslations('contracts')
  const locale = useLocale()
  const { enablePayment } = useCustomerSettings().invoices
  const isReadonly = useReadonlyReason() !== undefined
  return (
    <span className={styles.debt}>
      <Badge tone="negative">
        {isBrief ? t('inDebt') : t('one.debt', { amount: formatMoney(contract.debtCents, locale) })}
      </Badge>
      {enablePayment && !isReadonly && (
        <ButtonLink variant={isBrief ? 'second' : undefined} isSmall href={paymentAddress(contract)}>
          {t('pay')} <span className="visually-hidden">{t('actions.subject', { name: contract.name })}</span>
        </ButtonLink>
      )}
    </span>
  )
}
