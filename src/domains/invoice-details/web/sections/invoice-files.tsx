import { useTranslations } from 'use-intl'
import { downloadInvoice, downloadMultipointInvoice } from '#domains/invoices/downloads.ts'
import { offeredDocuments } from '#domains/invoices/web/list/offered-documents.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import { RowList } from '#kit/web/list/row-list.tsx'

/** Offers the documents of an invoice. */
export function InvoiceFiles({ invoice }: { invoice: InvoiceModel }) {
  const t = useTranslations('invoice-details.files')
  const tInvoices = useTranslations('invoices.documents')
  const { downloadTypes } = useCustomerSettings().invoices
  const { id, itemKind, number, documents } = invoice
  if (id === null) return null
  const call = itemKind === 'invoice' ? downloadInvoice : downloadMultipointInvoice
  return (
    <section className="stack screen-only" aria-labelledby="files">
      <h2 id="files">{t('title')}</h2>
      <RowList>
        {(['pdf', ...offeredDocuments(documents, downloadTypes)] as const).map((type) => (
          <DownloadRow
            key={type}
            call={call}
            params={{ id: String(id), type }}
            glyph={paperWritten}
            title={type === 'pdf' ? t('pdf') : tInvoices(type)}
            detail={number}
          />
        ))}
      </RowList>
    </section>
  )
}
