import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { chart, type IconShape, paperWritten, ringClock, tick } from '#kit/web/graphics/icons.ts'
import { Menu, type MenuItem } from '#kit/web/overlay/menu.tsx'
import { type DocumentType, downloadInvoice, downloadMultipointInvoice } from '../../downloads.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { type FurtherType, offeredDocuments } from './offered-documents.ts'

const icons: Record<FurtherType, IconShape> = { signed_pdf: tick, curve_csv: chart, signed_xml: paperWritten }

/** Offers the invoice itself as a button, and its other documents and history in the overflow menu. */
export function InvoiceDocuments({ invoice, onShowHistory }: { invoice: InvoiceModel; onShowHistory: () => void }) {
  const t = useTranslations('invoices')
  const { downloadTypes, downloadInNewTab } = useCustomerSettings().invoices
  const call = invoice.itemKind === 'invoice' ? downloadInvoice : downloadMultipointInvoice
  const params = (type: DocumentType) => ({ id: String(invoice.id), type })
  const further = offeredDocuments(invoice.id === null ? [] : invoice.documents, downloadTypes)
  const hasHistory = invoice.history.length > 0
  const listItems = (): MenuItem[] => [
    ...further.map((type) => ({
      key: type,
      label: t(`documents.${type}`),
      icon: icons[type],
      download: { call, params: params(type) },
    })),
    ...(hasHistory ? [{ key: 'history', label: t('history.open'), icon: ringClock, onChoose: onShowHistory }] : []),
  ]
  return (
    <>
      {invoice.id !== null && (
        <DownloadLink
          call={call}
          params={params('pdf')}
          label={t('documents.pdf', { number: invoice.number })}
          isInNewTab={downloadInNewTab}
        />
      )}
      {(further.length > 0 || hasHistory) && <Menu subject={invoice.number} items={listItems} />}
    </>
  )
}
