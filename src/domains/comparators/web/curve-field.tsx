import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { type Attachment, Upload } from '#kit/web/form/upload.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { formatDay, formatEnergy } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { energyFields, maxCurveFileBytes } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { type FieldName, formatForInput, type Values } from './form-values.ts'
import type { CurveFileReply } from './send-curve.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** The result of a curve file: its days and the fields that it filled, or why it was not read. */
type CurveOutcome = { curve: CurveFileReply; filled: FieldName[] } | { thrown: unknown }

const explainedRefusals = [
  'file_empty',
  'file_too_large',
  'curve_packed',
  'curve_unreadable',
  'curve_of_several',
  'curve_of_generation',
  'curve_not_of_days',
  'too_many_attempts',
] as const

// A distributor's file has an extension that no browser knows, and so no MIME type.
const kinds = ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', '']

/** Fills the form from a distributor's file of the hourly consumption. */
export function CurveField({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators')
  const { file, outcome, read, clear } = useCurveFile(form)
  const outcomeText = useOutcomeText(form)
  return (
    <div className={styles.drop}>
      <Upload
        label={t('prefill.curve')}
        hint={t('prefill.curveHint')}
        kindsText={t('prefill.curveKinds')}
        limits={{ maxCount: 1, maxBytes: maxCurveFileBytes, kinds }}
        files={file ? [file] : []}
        onAdd={([first]) => first && void read(first)}
        onRemove={clear}
      />
      {outcome && (
        <Banner tone={'thrown' in outcome ? 'negative' : 'positive'} isAlert>
          {outcomeText(outcome)}
        </Banner>
      )}
    </div>
  )
}

/** Reads a file, and fills the form with what it contains. */
function useCurveFile({ values, fill }: ComparisonForm) {
  const locale = useLocale() as Locale
  const { basePath } = usePortal()
  const [file, setFile] = useState<Attachment | null>(null)
  const [outcome, setOutcome] = useState<CurveOutcome | null>(null)

  async function read(chosen: File) {
    setFile({ id: 'curve', name: chosen.name, sizeBytes: chosen.size, progress: 0 })
    setOutcome(null)
    const { accessTariff, postcode, startDate, endDate } = values
    const dates: Record<string, string> = startDate && endDate ? { startDate, endDate } : {}
    try {
      const { sendCurve } = await import('./send-curve.ts')
      const query = { ...(accessTariff && { accessTariff }), ...(postcode && { postcode }), ...dates }
      applyCurve(await sendCurve(chosen, { basePath, locale, query }))
      setFile({ id: 'curve', name: chosen.name, sizeBytes: chosen.size })
    } catch (thrown) {
      setFile(null)
      setOutcome({ thrown })
    }
  }

  function applyCurve(curve: CurveFileReply) {
    const energyOf = energyFields.slice(0, curve.kwh.length)
    const filledValues: Partial<Values> = {
      ...(curve.cups && values.cups === '' ? { cups: curve.cups } : {}),
      ...(values.startDate && values.endDate ? {} : { startDate: curve.start, endDate: curve.end }),
      ...(curve.surplus_kwh ? { surplus: formatForInput(curve.surplus_kwh, locale) } : {}),
      ...Object.fromEntries(energyOf.map((field, index) => [field, formatForInput(curve.kwh[index]!, locale)])),
    }
    fill(filledValues)
    setOutcome({ curve, filled: Object.keys(filledValues) as FieldName[] })
  }

  function clear() {
    setFile(null)
    setOutcome(null)
  }

  return { file, outcome, read, clear }
}

function useOutcomeText({ energy }: ComparisonForm): (outcome: CurveOutcome) => string {
  const t = useTranslations('comparators')
  const outageText = useOutageText()
  const locale = useLocale() as Locale
  const { inSentence } = useFieldNames(energy)
  return (outcome) => ('thrown' in outcome ? failureText(outcome.thrown) : summaryText(outcome.curve, outcome.filled))

  function failureText(thrown: unknown): string {
    const code = explainedRefusals.find((refusal) => isRefused(thrown) && refusal === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('prefill.curveFailed'))
  }

  function summaryText(curve: CurveFileReply, filled: FieldName[]): string {
    const totalWh = curve.kwh.reduce((sum, kwh) => sum + kwh, 0) * 1_000
    const sentences = [
      t('prefill.curveRead', {
        days: curve.days,
        from: formatDay(curve.start, locale),
        to: formatDay(curve.end, locale),
        total: formatEnergy(Math.round(totalWh), locale),
      }),
      ...(curve.missing_hours > 0 ? [t('prefill.curveMissing', { hours: curve.missing_hours })] : []),
      t('prefill.filled', { fields: inSentence(filled) }),
    ]
    return sentences.join(' ')
  }
}
