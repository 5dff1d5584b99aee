import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { InvoiceKind } from '../filters/list-address.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { invoicePageQuery, maxOwedInvoices } from '../queries.ts'

type PayOnlineProps = {
  /** The kind of the open list, whose invoices come first. */
  kind: InvoiceKind | undefined
  /** The contract whose invoices can be paid. Without it, the invoices of all kinds and contracts. */
  contractName: string | undefined
  onPay: (invoice: InvoiceModel) => void
}

/** Opens the payment of the oldest payable invoice, of any kind or of one contract, or shows why there is none. */
export function PayOnline({ kind, contractName, onPay }: PayOnlineProps) {
  const t = useTranslations('invoices.payOnline')
  const send = useSend()
  const { displayTypes } = useCustomerSettings().features
  const sorted = [...displayTypes].sort((one, other) => Number(other === kind) - Number(one === kind))
  const kinds = contractName && kind ? [kind] : sorted
  const { hasUpstream } = useBoot()
  const readonlyReason = useReadonlyReason()
  const pages = useQueries({ queries: kinds.map((each) => openInvoicesQuery(send, each, contractName)) })
  const isRead = pages.every(({ data }) => data)
  const isFailed = pages.some(({ error }) => error)
  const invoices = pages.flatMap(({ data }) => data?.items.toReversed() ?? [])
  const payable = isRead && readonlyReason === undefined ? invoices.find(({ isPayable }) => isPayable) : undefined
  const open = useEffectEvent(onPay)
  useEffect(() => {
    if (payable) open(payable)
  }, [payable])

  if (isFailed) {
    const retry = () => {
      for (const page of pages) if (page.error) void page.refetch()
    }
    return (
      <Banner
        tone="warning"
        isAlert
        action={
          <Button variant="second" isSmall isBusy={pages.some(({ isFetching }) => isFetching)} onClick={retry}>
            {t('retry')}
          </Button>
        }
      >
        {t('failed')}
      </Banner>
    )
  }
  if (!isRead || payable) return null
  return (
    <Banner tone="notice" isAlert>
      {invoices.length === 0 ? t('nothing') : (readonlyReason ?? t(findUnpayableReason(invoices, hasUpstream)))}
    </Banner>
  )
}

function findUnpayableReason(
  invoices: readonly InvoiceModel[],
  hasUpstream = false,
): 'byTransfer' | 'joint' | 'notNow' {
  if (!hasUpstream && invoices.some(({ isTransferable }) => isTransferable)) return 'byTransfer'
  return invoices.every(({ joint }) => joint) ? 'joint' : 'notNow'
}

/**
 * Returns the query for the invoices that are not paid yet, by card or by transfer, of all contracts or of one; oldest
 * last.
 */
function openInvoicesQuery(send: Send, kind: InvoiceKind, contractName?: string) {
  const isOpen = ['paid_status', 'in', ['unpaid', 'pending_transfer']]
  const filter = JSON.stringify(contractName ? [isOpen, ['contract.name', '=', contractName]] : [isOpen])
  return invoicePageQuery(send, kind, { offset: 0, limit: maxOwedInvoices, filter })
}
