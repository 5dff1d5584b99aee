import { useLocale, useTranslations } from 'use-intl'
import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import { useCustomerSettings, useFlag } from '#domains/retailer/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { ListedReturn } from '../api.ts'
import type { ReturnStep } from '../return-reasons.ts'
import styles from './returned-debits.module.css'
import { useReturnedDebits } from './use-returned-debits.ts'

const maxShown = 3

type ReturnedDebitsProps = {
  /** Only those of a contract; by default of all. */
  contractName?: string
  /** Opens the payment of an invoice on this page; without it, the step leads to the invoices. */
  onPay?: (item: PayableItem) => void
}

/** Shows the direct debits that came back, why, and what can be done about each. Empty if there are none. */
export function ReturnedDebits({ contractName, onPay }: ReturnedDebitsProps) {
  const t = useTranslations('debit-returns')
  const returns = useReturnedDebits().filter(
    ({ contract }) => contractName === undefined || contract?.name === contractName,
  )
  if (returns.length === 0) return null
  return (
    <section className="stack" aria-labelledby="returned-debits">
      <h2 id="returned-debits">{t('count', { count: returns.length })}</h2>
      {returns.slice(0, maxShown).map((each) => (
        <ReturnedDebit key={each.id} returned={each} onPay={onPay} />
      ))}
      {returns.length > maxShown && (
        <p>
          {t('more', { count: returns.length - maxShown })} <Link href="/invoices">{t('see')}</Link>
        </p>
      )}
    </section>
  )
}

function ReturnedDebit({ returned, onPay }: { returned: ListedReturn; onPay: ReturnedDebitsProps['onPay'] }) {
  const t = useTranslations('debit-returns')
  const locale = useLocale()
  const { cause, invoice, returned_on: day } = returned
  const steps = useOfferedSteps(returned)
  return (
    <article className={styles.return}>
      <h3>
        {t('what', {
          number: invoice.number,
          amount: formatMoney(Math.round(invoice.amount * 100), locale),
          day: formatDay(day, locale),
        })}
      </h3>
      <p>{t(`causes.${cause}`)}</p>
      <div className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={step} step={step} isFirst={index === 0} returned={returned} onPay={onPay} />
        ))}
      </div>
    </article>
  )
}

/** The steps that have a button: telling one's bank is done elsewhere. */
type ButtonStep = Exclude<ReturnStep, 'bank'>

/** Returns the steps of a return that this portal offers. */
function useOfferedSteps({ steps, contract }: ListedReturn): ButtonStep[] {
  const { features, ibanChange, invoices } = useCustomerSettings()
  const hasRequests = useFlag('crm.case') && features.contact
  const isOffered: Record<ButtonStep, boolean> = {
    card: invoices.enablePayment,
    account: ibanChange.enabled && contract !== null,
    mandate: ibanChange.enabled && contract !== null,
    ask: hasRequests,
  }
  return steps.filter((step): step is ButtonStep => step !== 'bank' && isOffered[step])
}

type StepProps = {
  step: ButtonStep
  isFirst: boolean
  returned: ListedReturn
  onPay: ReturnedDebitsProps['onPay']
}

function Step({ step, isFirst, returned, onPay }: StepProps) {
  const t = useTranslations('debit-returns')
  const disabledReason = useReadonlyReason()
  const { invoice } = returned
  const variant = isFirst ? undefined : 'second'
  const label = (
    <>
      {t(`steps.${step}`)}
      <span className="visually-hidden">{t('about', { number: invoice.number })}</span>
    </>
  )
  if (step === 'card' && onPay) {
    const item = { ...invoice, amountCents: Math.round(invoice.amount * 100) }
    return (
      <Button variant={variant} isSmall disabledReason={disabledReason} onClick={() => onPay(item)}>
        {label}
      </Button>
    )
  }
  return (
    <ButtonLink variant={variant} isSmall href={addressOf(step, returned)}>
      {label}
    </ButtonLink>
  )
}

/** Returns where a step is taken. A new mandate is signed with the account that it is for. */
function addressOf(step: ButtonStep, { invoice, contract }: ListedReturn): string {
  const kind = contract?.energy ?? 'multipoint'
  if (step === 'card') return `/invoices?contractType=${kind}`
  const search = new URLSearchParams(contract ? { contract: contract.name } : {})
  search.set('invoice', invoice.number)
  if (step === 'ask') return `/requests/create?${search}`
  return contractAddress(contract!, 'ibanChange')
}
