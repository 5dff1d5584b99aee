import { useLocale, useTranslations } from 'use-intl'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { Comparison } from '../../api.ts'
import { centsOf } from '../cents.ts'
import type { InvoiceFacts } from '../shown-invoice.ts'
import { useReasonSentence } from '../use-reason-sentence.ts'
import { useSignedMoney } from '../use-signed-money.ts'

/** Says why an invoice differs from the one before in a sentence, and from that of a year ago on demand. */
export function WhySection({ details: { before, year_before: yearBefore } }: { details: InvoiceFacts }) {
  const t = useTranslations('invoice-details.why')
  const sentenceOf = useReasonSentence()
  const isBeforeFirst = before !== null
  const first = before ?? yearBefore
  return (
    <section className="stack" aria-labelledby="why">
      <h2 id="why">{t('title')}</h2>
      {first ? (
        <>
          <p className="lead">{sentenceOf(first, isBeforeFirst ? 'before' : 'year')}</p>
          {first.steps && first.steps.length > 0 && <ComparedAmounts comparison={first} />}
        </>
      ) : (
        <p>{t('first')}</p>
      )}
      {before && yearBefore && (
        <Disclosure summary={t('yearAgo')}>
          <p>{sentenceOf(yearBefore, 'year')}</p>
          {yearBefore.steps && yearBefore.steps.length > 0 && <ComparedAmounts comparison={yearBefore} />}
        </Disclosure>
      )}
    </section>
  )
}

function ComparedAmounts({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('invoice-details.why')
  const locale = useLocale()
  const signed = useSignedMoney()
  const { number, start_date, end_date, amount_total, difference, steps } = comparison
  const cents = centsOf(amount_total)
  return (
    <>
      <DescriptionList layout="pairs">
        <DescriptionItem
          label={
            <>
              <Link href={invoiceAddress(number)}>{t('invoice', { number })}</Link>{' '}
              <span className="soft">
                {t('span', { first: formatDay(start_date, locale), last: formatDay(end_date, locale) })}
              </span>
            </>
          }
        >
          {formatMoney(cents, locale)}
        </DescriptionItem>
        {steps?.map(({ cause, amount }) => (
          <DescriptionItem key={cause} label={t(`causes.${cause}`)}>
            {signed(centsOf(amount))}
          </DescriptionItem>
        ))}
        <DescriptionItem label={t('this')} isTotal>
          {formatMoney(cents + centsOf(difference), locale)}
        </DescriptionItem>
      </DescriptionList>
      <p className="note">{t('note')}</p>
    </>
  )
}
