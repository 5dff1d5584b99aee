import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { groupLines } from '#domains/invoices/line-groups.ts'
import { payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { PayButton } from '#domains/invoices/web/payment/pay-button.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Icon } from '#kit/web/graphics/icon.tsx'
import {
  calendar,
  card,
  chart,
  type IconShape,
  lightning,
  invoice as paper,
  phone,
  sun,
} from '#kit/web/graphics/icons.ts'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { dayCount } from '#vocabulary/day.ts'
import { formatDay, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { centsOf } from '../cents.ts'
import { ParticularValue } from '../particular-value.tsx'
import type { ShownInvoice } from '../shown-invoice.ts'
import { useReasonSentence } from '../use-reason-sentence.ts'
import styles from './easy-invoice.module.css'

type EasyInvoiceProps = { shown: ShownInvoice; onPay: () => void }

/** An invoice in easy reading: large letters, a pictogram for each idea, and one idea in each sentence. */
export function EasyInvoice({ shown, onPay }: EasyInvoiceProps) {
  const t = useTranslations('invoice-details.easy')
  const tGroups = useTranslations('invoice-details.bill.groups')
  const tInvoices = useTranslations('invoices')
  const locale = useLocale()
  const sentenceOf = useReasonSentence()
  const { organization } = useSettings()
  const { invoice, details } = shown
  const { startsOn, endsOn, energyWh, dueOn, status } = invoice
  const panels = details?.particulars.filter(({ fact }) => fact.startsWith('self_consumption')) ?? []
  const compared = details?.before ?? details?.year_before
  return (
    <div className={styles.easy}>
      <Step icon={card} title={t('amount')}>
        <p className={styles.figure}>{formatMoney(invoice.amountTotalCents, locale)}</p>
        {status && <p>{t('status', { status, day: formatDay(dueOn, locale), hasDay: dueOn ? 'yes' : 'no' })}</p>}
        {invoice.isPayable && (
          <p>
            <PayButton invoice={invoice} onPay={onPay}>
              {tInvoices('pay', { amount: formatMoney(payingItemOf(invoice).amountCents, locale) })}
            </PayButton>
          </p>
        )}
      </Step>
      {startsOn && endsOn && (
        <Step icon={calendar} title={t('days')}>
          <p>{t('daysText', { count: dayCount(startsOn, endsOn) })}</p>
          <p>{t('span', { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) })}</p>
        </Step>
      )}
      {energyWh !== null && (
        <Step icon={lightning} title={t('energy')}>
          <p>{t('energyText', { energy: formatEnergy(energyWh, locale) })}</p>
        </Step>
      )}
      {panels.length > 0 && (
        <Step icon={sun} title={t('panels')}>
          <dl className={styles.facts}>
            {panels.map((particular) => (
              <div key={particular.label}>
                <dt>{particular.label}</dt>
                <dd>
                  <ParticularValue particular={particular} />
                </dd>
              </div>
            ))}
          </dl>
        </Step>
      )}
      {compared && (
        <Step icon={chart} title={t('why')}>
          <p>{sentenceOf(compared, details?.before ? 'before' : 'year')}</p>
        </Step>
      )}
      {details && details.lines.length > 0 && (
        <Step icon={paper} title={t('parts')}>
          <dl className={styles.parts}>
            {groupLines(details.lines).map(({ name, amountCents }) => (
              <div key={name}>
                <dt>{tGroups(name)}</dt>
                <dd>{formatMoney(amountCents, locale)}</dd>
              </div>
            ))}
            <div>
              <dt>{t('sum')}</dt>
              <dd>{formatMoney(centsOf(details.invoice.amount_total), locale)}</dd>
            </div>
          </dl>
        </Step>
      )}
      {organization.phone && (
        <Step icon={phone} title={t('help')}>
          <p>
            {t.rich('helpText', { phone: () => <a href={telAddress(organization.phone)}>{organization.phone}</a> })}
          </p>
        </Step>
      )}
    </div>
  )
}

function Step({ icon, title, children }: { icon: IconShape; title: string; children: ReactNode }) {
  return (
    <section className={styles.step}>
      <span className={styles.pictogram}>
        <Icon shape={icon} />
      </span>
      <div className="stack">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}
