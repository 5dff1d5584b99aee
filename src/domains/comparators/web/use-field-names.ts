import { useLocale, useTranslations } from 'use-intl'
import type { FieldName } from './form-values.ts'
import type { Energy } from './queries.ts'

/** What the fields are called, one by one and in a sentence. */
export function useFieldNames(energy: Energy) {
  const t = useTranslations('comparators.fields')
  const locale = useLocale()
  const names: Record<FieldName, string> = {
    cups: t('cups'),
    postcode: t('postcode'),
    power: t('power'),
    power2: t('power2'),
    comerOrigin: t('company'),
    accessTariff: t('tariff'),
    startDate: t('start'),
    endDate: t('end'),
    invoiceAmount: t('amount'),
    p1: energy === 'gas' ? t('gasConsumption') : t('period', { period: '1' }),
    p2: t('period', { period: '2' }),
    p3: t('period', { period: '3' }),
    p4: t('period', { period: '4' }),
    p5: t('period', { period: '5' }),
    p6: t('period', { period: '6' }),
  }
  const inSentence = (fields: readonly FieldName[]) =>
    new Intl.ListFormat(locale).format(fields.map((field) => names[field]))
  return { names, inSentence }
}
