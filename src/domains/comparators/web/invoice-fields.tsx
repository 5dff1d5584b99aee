import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { fieldsOf } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { retailersQuery } from './queries.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldProps } from './use-field-props.ts'
import type { TariffChoice } from './use-tariff-choice.ts'

type InvoiceFieldsProps = { form: ComparisonForm; choice: TariffChoice }

/** The fields of an invoice: its retailer, its days, the energy of each period of the tariff, and its amount. */
export function InvoiceFields({ form, choice: { electricTariff } }: InvoiceFieldsProps) {
  const t = useTranslations('comparators')
  const { energy, today } = form
  const { data: retailers } = useSuspenseQuery(retailersQuery(useSend(), energy))
  const { field, onText, amount } = useFieldProps(form)
  const titleId = useId()
  const periods = energy === 'gas' ? (['p1'] as const) : electricTariff ? fieldsOf(electricTariff).energy : []
  return (
    <fieldset className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('groups.invoice')}</h2>
      <div className={styles.wide}>
        <NativeSelect
          {...field('comerOrigin')}
          {...onText('comerOrigin')}
          width="medium"
          options={[
            { value: '', label: t('fields.choose') },
            ...retailers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <DateField {...field('startDate')} onValue={(startDate) => form.set({ startDate })} max={today} />
      <DateField {...field('endDate')} onValue={(endDate) => form.set({ endDate })} max={today} />
      <div className={styles.periods}>
        {periods.map((period) => (
          <TextField key={period} {...amount(period)} unit="kWh" />
        ))}
      </div>
      {energy === 'electricity' && (
        <TextField {...amount('surplus')} hint={t('fields.surplusHint')} isOptional unit="kWh" width="medium" />
      )}
      <TextField {...amount('invoiceAmount')} unit="€" width="medium" />
    </fieldset>
  )
}
