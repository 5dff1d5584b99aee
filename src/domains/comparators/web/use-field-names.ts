import { useLocale, useTranslations } from 'use-intl'
import { energyFields, powerFields } from '../rules.ts'
import type { FieldName } from './form-values.ts'
import type { Energy } from './queries.ts'

/** Returns the names of the fields, as labels and within a sentence. */
export function useFieldNames(energy: Energy) {
  const t = useTranslations('comparators.fields')
  const locale = useLocale()
  const byPeriod = <Field extends string>(fields: readonly Field[], key: 'power' | 'period') =>
    Object.fromEntries(fields.map((field, index) => [field, t(key, { period: String(index + 1) })])) as Record<
      Field,
      string
    >
  const names: Record<FieldName, string> = {
    cups: t('cups'),
    postcode: t('postcode'),
    comerOrigin: t('company'),
    accessTariff: t('tariff'),
    startDate: t('start'),
    endDate: t('end'),
    invoiceAmount: t('amount'),
    surplus: t('surplus'),
    ...byPeriod(powerFields, 'power'),
    ...byPeriod(energyFields, 'period'),
    ...(energy === 'gas' && { p1: t('gasConsumption') }),
  }
  const inSentence = (fields: readonly FieldName[]) =>
    new Intl.ListFormat(locale).format(fields.map((field) => names[field]))
  return { names, inSentence }
}
