import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import styles from './debt.module.css'
import { paymentAddress } from './list-address.ts'
import type { ReadContract } from './read-contract.ts'

type DebtProps = {
  contract: ReadContract
  /** In a list the amount stands on the page of the contract. */
  isBrief?: boolean
}

/** That a contract owes something, with the way to pay it for whoever may; what cannot be paid by card is told there. */
export function Debt({ contract, isBrief }: DebtProps) {
  const t = useTranslations('contracts')
  const locale = useLocale()
  const { enablePayment } = useCustomerSettings().invoices
  const isReadonly = useReadonlyReason() !== undefined
  return (
    <span className={styles.debt}>
      <Chip tone="negative">
        {isBrief ? t('inDebt') : t('one.debt', { amount: formatMoney(contract.debtCents, locale) })}
      </Chip>
      {enablePayment && !isReadonly && (
        <ButtonLink variant={isBrief ? 'second' : undefined} isSmall href={paymentAddress(contract)}>
          {t('pay')} <span className="visually-hidden">{t('actions.subject', { name: contract.name })}</span>
        </ButtonLink>
      )}
    </span>
  )
}
