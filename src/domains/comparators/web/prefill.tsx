import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { type Attachment, Upload } from '#kit/web/upload.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { formatDay, formatEnergy } from '#vocabulary/format.ts'
import { energyFields, mostCurveFileBytes, powerFields } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { type FieldName, typed, type Values } from './form-values.ts'
import type { ReadCurve } from './send-curve.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** What became of a curve: its days and the fields it filled, or why it was not read. */
type Told = { curve: ReadCurve; filled: FieldName[] } | { thrown: unknown } | null

/** Ways to fill an electricity form in without typing: the address in the QR code of an invoice, and a curve file. */
export function Prefill({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators.prefill')
  return (
    <Disclosure summary={t('title')}>
      <div className={styles.drop}>
        <CodeField form={form} />
        <CurveField form={form} />
      </div>
    </Disclosure>
  )
}

function CodeField({ form: { energy, fill } }: { form: ComparisonForm }) {
  const t = useTranslations('comparators.prefill')
  const locale = useLocale()
  const { inSentence } = useFieldNames(energy)
  const [code, setCode] = useState('')
  const [filled, setFilled] = useState<readonly FieldName[]>([])
  const [isWrong, setWrong] = useState(false)

  async function read() {
    const { readInvoiceCode } = await import('../invoice-code.ts')
    const told = readInvoiceCode(code)
    const fields = Object.keys(told ?? {}) as FieldName[]
    setWrong(told === null)
    setFilled(fields)
    const written = ([name, value]: [string, string]) => [name, isNumber(name) ? typed(value, locale) : value]
    if (told) fill(Object.fromEntries((Object.entries(told) as [string, string][]).map(written)))
  }

  return (
    <div className={styles.code}>
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        error={isWrong ? t('codeWrong') : undefined}
        type="url"
        autoComplete="off"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button variant="second" onClick={read}>
        {t('read')}
      </Button>
      {filled.length > 0 && (
        <Banner tone="positive" isNews>
          {t('filled', { fields: inSentence(filled) })}
        </Banner>
      )}
    </div>
  )
}

function isNumber(name: string): boolean {
  return [...powerFields, ...energyFields, 'invoiceAmount'].some((field) => field === name)
}

const toldRefusals = [
  'file_empty',
  'file_too_large',
  'curve_packed',
  'curve_unreadable',
  'curve_of_several',
  'curve_of_generation',
  'curve_not_of_days',
  'too_many_attempts',
] as const

// A distributor's file has an ending that no browser knows, and so no kind.
const kinds = ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', '']

function CurveField({ form: { energy, values, fill } }: { form: ComparisonForm }) {
  const t = useTranslations('comparators')
  const outageText = useOutageText()
  const locale = useLocale() as Locale
  const { basePath } = usePortal()
  const { inSentence } = useFieldNames(energy)
  const [file, setFile] = useState<Attachment | null>(null)
  const [told, setTold] = useState<Told>(null)

  async function read(chosen: File) {
    setFile({ id: 'curve', name: chosen.name, sizeBytes: chosen.size, progress: 0 })
    setTold(null)
    const { accessTariff, postcode, startDate, endDate } = values
    const dates: Record<string, string> = startDate && endDate ? { startDate, endDate } : {}
    try {
      const { sendCurve } = await import('./send-curve.ts')
      const asked = { ...(accessTariff && { accessTariff }), ...(postcode && { postcode }), ...dates }
      take(await sendCurve(chosen, { basePath, locale, asked }))
      setFile({ id: 'curve', name: chosen.name, sizeBytes: chosen.size })
    } catch (thrown) {
      setFile(null)
      setTold({ thrown })
    }
  }

  function take(curve: ReadCurve) {
    const energyOf = energyFields.slice(0, curve.kwh.length)
    const found: Partial<Values> = {
      ...(curve.cups && values.cups === '' ? { cups: curve.cups } : {}),
      ...(values.startDate && values.endDate ? {} : { startDate: curve.start, endDate: curve.end }),
      ...(curve.surplus_kwh ? { surplus: typed(curve.surplus_kwh, locale) } : {}),
      ...Object.fromEntries(energyOf.map((field, index) => [field, typed(curve.kwh[index]!, locale)])),
    }
    fill(found)
    setTold({ curve, filled: Object.keys(found) as FieldName[] })
  }

  function whyNot(thrown: unknown): string {
    const code = toldRefusals.find((refusal) => isRefused(thrown) && refusal === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('prefill.curveFailed'))
  }

  function about(curve: ReadCurve, filled: FieldName[]): string {
    const totalWh = curve.kwh.reduce((sum, kwh) => sum + kwh, 0) * 1_000
    const words = [
      t('prefill.curveRead', {
        days: curve.days,
        from: formatDay(curve.start, locale),
        to: formatDay(curve.end, locale),
        total: formatEnergy(Math.round(totalWh), locale),
      }),
      ...(curve.missing_hours > 0 ? [t('prefill.curveMissing', { hours: curve.missing_hours })] : []),
      t('prefill.filled', { fields: inSentence(filled) }),
    ]
    return words.join(' ')
  }

  return (
    <div className={styles.drop}>
      <Upload
        label={t('prefill.curve')}
        hint={t('prefill.curveHint')}
        kindsInWords={t('prefill.curveKinds')}
        limits={{ maxCount: 1, maxBytes: mostCurveFileBytes, kinds }}
        files={file ? [file] : []}
        onAdd={([first]) => first && void read(first)}
        onRemove={() => {
          setFile(null)
          setTold(null)
        }}
      />
      {told && (
        <Banner tone={'thrown' in told ? 'negative' : 'positive'} isNews>
          {'thrown' in told ? whyNot(told.thrown) : about(told.curve, told.filled)}
        </Banner>
      )}
    </div>
  )
}
