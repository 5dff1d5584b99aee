import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import type { InvoiceKind } from './list-address.ts'
import { invoicePageQuery, owedAtMost } from './queries.ts'
import type { ReadInvoice } from './read-invoice.ts'

type PayOnlineProps = {
  /** The kind of the list that is open, whose invoices come first. */
  kind: InvoiceKind | undefined
  /** The contract of whose invoices one is to be paid; without it those of all kinds and contracts. */
  contractName: string | undefined
  onPay: (invoice: ReadInvoice) => void
}

/** Opens the payment of the oldest invoice that can be paid, of whatever kind or of one contract, or says why there is none. */
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
        isNews
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
    <Banner tone="notice" isNews>
      {invoices.length === 0 ? t('nothing') : (readonlyReason ?? t(whyNot(invoices, hasUpstream)))}
    </Banner>
  )
}

function whyNot(invoices: readonly ReadInvoice[], hasUpstream = false): 'byTransfer' | 'joint' | 'notNow' {
  if (!hasUpstream && invoices.some(({ isTransferable }) => isTransferable)) return 'byTransfer'
  return invoices.every(({ joint }) => joint) ? 'joint' : 'notNow'
}

/** What is not paid yet, whether it waits for a card or for a transfer, of all contracts or of one; oldest last. */
function openInvoicesQuery(send: Send, kind: InvoiceKind, contractName?: string) {
  const isOpen = ['paid_status', 'in', ['unpaid', 'pending_transfer']]
  const filter = JSON.stringify(contractName ? [isOpen, ['contract.name', '=', contractName]] : [isOpen])
  return invoicePageQuery(send, kind, { offset: 0, limit: owedAtMost, filter })
}
