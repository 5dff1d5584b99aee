import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import { PlanParts, type ShownPart } from '#domains/payments/web/plan-parts.tsx'
import { usePaymentTarget } from '#domains/payments/web/use-payment-target.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CorrectionPlan, type ListedDebt, requestDebtPlan } from '../api.ts'
import { divideDebt, planPartLimits } from '../plan-rules.ts'
import styles from './debt-screen.module.css'

const PaymentDialog = lazyPart(async () => (await import('#domains/payments/web/payment-dialog.tsx')).PaymentDialog)

/** The plan of parts of a debt, each of which can be paid early, or else the form that asks for one. */
export function DebtPlan({ debt }: { debt: ListedDebt }) {
  const { plan, plan_offer: offer } = debt
  if (plan) return <FollowedPlan debtId={debt.id} plan={plan} />
  return offer && <PlanForm debtId={debt.id} offer={offer} />
}

type FollowedPlanProps = { debtId: number; plan: NonNullable<ListedDebt['plan']> }

function FollowedPlan({ debtId, plan: { state, parts, next_payments: payments } }: FollowedPlanProps) {
  const t = useTranslations('collections.plan')
  const locale = useLocale()
  const queries = useQueryClient()
  const disabledReason = useReadonlyReason()
  const { enablePayment } = useCustomerSettings().invoices
  const { paying, pay, stop } = usePaymentTarget()
  const euros = (amount: number) => formatMoney(Math.round(amount * 100), locale)
  return (
    <section className="stack" aria-labelledby={`plan-${debtId}`}>
      <h3 id={`plan-${debtId}`}>{t('title')}</h3>
      {state === 'requested' ? <Banner tone="notice">{t('requested')}</Banner> : <p>{t('rule')}</p>}
      <PlanParts parts={parts.map(shownPart)} />
      {enablePayment && (
        <div className={styles.ways}>
          {payments.map(({ id, number, amount }) => (
            <Button key={id} disabledReason={disabledReason} onClick={() => pay(partOf({ id, number, amount }))}>
              {t('pay', { amount: euros(amount), number })}
            </Button>
          ))}
        </div>
      )}
      <Suspense>
        {paying && (
          <PaymentDialog
            target={paying}
            onClose={stop}
            onSettled={() => void queries.invalidateQueries({ queryKey: ['invoices'] })}
          />
        )}
      </Suspense>
    </section>
  )
}

function shownPart({ number, due_on: dueOn, amount, left }: CorrectionPlan['parts'][number]): ShownPart {
  return { number, dueOn, amountCents: Math.round(amount * 100), leftCents: Math.round(left * 100) }
}

function partOf({ id, number, amount }: { id: number; number: string; amount: number }): PayableItem {
  return { kind: 'invoice', id, number, amountCents: Math.round(amount * 100), isPart: true }
}

type PlanFormProps = { debtId: number; offer: NonNullable<ListedDebt['plan_offer']> }

function PlanForm({ debtId, offer }: PlanFormProps) {
  const t = useTranslations('collections.plan')
  const { now } = useBoot()
  const disabledReason = useReadonlyReason()
  const { amount, max_parts: maxParts, parts_without_asking: withoutAsking } = offer
  const [count, setCount] = useState(Math.min(Math.max(withoutAsking, planPartLimits.min), maxParts))
  const { ask, isSending, failure } = useRequestPlan(debtId)
  const parts = divideDebt(Math.round(amount * 100), count, marketDayOf(new Date(now), 'Europe/Madrid'))
  const counts = Array.from({ length: maxParts - planPartLimits.min + 1 }, (_, index) => planPartLimits.min + index)
  return (
    <section className="stack" aria-labelledby={`plan-${debtId}`}>
      <h3 id={`plan-${debtId}`}>{t('title')}</h3>
      <ErrorBanner>{failure}</ErrorBanner>
      <NativeSelect
        label={t('count')}
        width="medium"
        value={String(count)}
        onChange={(event) => setCount(Number(event.target.value))}
        options={counts.map((each) => ({ value: String(each), label: t('parts', { count: each }) }))}
      />
      <PlanParts parts={parts} />
      <p className="small">{t(count <= withoutAsking ? 'takeHint' : 'askHint')}</p>
      <div className={styles.ways}>
        <Button variant="second" isBusy={isSending} disabledReason={disabledReason} onClick={() => ask(count)}>
          {t(count <= withoutAsking ? 'take' : 'ask')}
        </Button>
      </div>
    </section>
  )
}

function useRequestPlan(debtId: number) {
  const t = useTranslations('collections')
  const send = useSend()
  const queries = useQueryClient()
  const outageText = useOutageText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (parts: number) => send(requestDebtPlan, { params: { id: String(debtId) }, body: { parts } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices', 'debts'] }),
  })

  function textOf(thrown: unknown): string {
    const code = failureCodeOf(thrown)
    if (code === 'plan_exists' || code === 'plan_not_possible') return t(`refusals.${code}`)
    return outageText(thrown) ?? t('failed.text')
  }
  return { ask: mutate, isSending: isPending, failure: error !== null && textOf(error) }
}
