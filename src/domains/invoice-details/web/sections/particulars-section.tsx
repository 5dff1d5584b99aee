import { useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { ParticularValue } from '../particular-value.tsx'
import type { InvoiceFacts } from '../shown-invoice.ts'

/** Lists what the paper of an invoice tells of the meter and the contract, in the words of the paper. */
export function ParticularsSection({ details: { particulars } }: { details: InvoiceFacts }) {
  const t = useTranslations('invoice-details')
  if (particulars.length === 0) return null
  return (
    <section className="stack" aria-labelledby="particulars">
      <h2 id="particulars">{t('particulars')}</h2>
      <DescriptionList>
        {particulars.map((particular) => (
          <DescriptionItem key={particular.label} label={particular.label}>
            <ParticularValue particular={particular} canCopy />
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  )
}
