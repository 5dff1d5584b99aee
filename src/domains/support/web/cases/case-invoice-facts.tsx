import { useLocale, useTranslations } from 'use-intl'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { CaseInvoiceLine } from '../../api.ts'
import { describeCaseLine } from './describe-case-line.ts'

/** Shows the invoice that a request asks about, and the figures of its line. */
export function CaseInvoiceFacts({ caseLine: { number, line } }: { caseLine: CaseInvoiceLine }) {
  const t = useTranslations('support.request')
  const locale = useLocale()
  return (
    <DescriptionList>
      <DescriptionItem label={t('subjectInvoice')}>
        <Link href={invoiceAddress(number)}>{number}</Link>
      </DescriptionItem>
      {line && <DescriptionItem label={t('subjectLine')}>{describeCaseLine(line, locale)}</DescriptionItem>}
    </DescriptionList>
  )
}
