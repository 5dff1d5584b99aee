import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { formatLabelled } from '#vocabulary/format.ts'
import { energyFields, powerFields } from '../rules.ts'
import styles from './comparison-fields.module.css'
import type { FieldName } from './form-values.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { SupplyFields } from './supply-fields.tsx'
import { type ComparisonForm, fieldId } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'
import { useTariffChoice } from './use-tariff-choice.ts'

const TariffNotOffered = lazyPart(async () => (await import('./tariff-not-offered.tsx')).TariffNotOffered)

/** The fields of an invoice, only those of its tariff, and the button that compares it. */
export function ComparisonFields({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators')
  const locale = useLocale()
  const { energy, values, problems, failure, attempt } = form
  const { names } = useFieldNames(energy)
  const choice = useTariffChoice(form)
  const wrong = choice.isOffered ? shownFields.filter((name) => problems[name]) : []

  return (
    <>
      <form className={styles.form} method="post" noValidate data-needs-script onSubmit={form.submit}>
        {failure && (
          <Banner tone="negative" isAlert>
            <strong>{t('failed')}.</strong> {failure}
          </Banner>
        )}
        {wrong.length > 0 && (
          <ErrorSummary
            problems={wrong.map((name) => ({
              fieldId: fieldId(name),
              // Several fields can have the same problem, so each message names its field.
              message: formatLabelled(names[name], problems[name]!, locale),
            }))}
            attempt={attempt}
          />
        )}
        <SupplyFields form={form} choice={choice} />
        {choice.isOffered && (
          <>
            <InvoiceFields form={form} choice={choice} />
            <div className={styles.actions}>
              <Button type="submit" isBusy={form.isBusy}>
                {t('compare')}
              </Button>
              <p className="note">{t('private')}</p>
            </div>
          </>
        )}
      </form>
      {!choice.isOffered && (
        <Suspense>
          <TariffNotOffered energy={energy} tariff={choice.chosen?.name ?? null} cups={values.cups} />
        </Suspense>
      )}
    </>
  )
}

/** The fields in the order in which the page shows them. */
const shownFields = [
  'cups',
  'accessTariff',
  'postcode',
  ...powerFields,
  'comerOrigin',
  'startDate',
  'endDate',
  ...energyFields,
  'surplus',
  'invoiceAmount',
] as const satisfies readonly FieldName[]
