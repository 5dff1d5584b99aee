import { useTranslations } from 'use-intl'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { splitCau } from '#vocabulary/split-cups.ts'
import type { InvoiceFacts } from '../shown-invoice.ts'

/** Lists what the paper of an invoice tells of the meter and the contract, in the words of the paper. */
export function ParticularsSection({ details: { particulars } }: { details: InvoiceFacts }) {
  const t = useTranslations('invoice-details')
  if (particulars.length === 0) return null
  return (
    <section className="stack" aria-labelledby="particulars">
      <h2 id="particulars">{t('particulars')}</h2>
      <DescriptionList>
        {particulars.map(({ fact, label, value }) => (
          <DescriptionItem key={label} label={label}>
            {fact === 'self_consumption_code' ? (
              <Identifier label={label} groups={splitCau(value)} value={value} />
            ) : (
              value
            )}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  )
}
