import { useLocale, useTranslations } from 'use-intl'
import { isApprovalRequested } from '#domains/approvals/approval-reply.ts'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { parseDecimalInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import type { RegulatedPriceDetails, RegulatedPriceRow } from '../api.ts'
import { regulatedPricesKey } from './queries.ts'
import { useRegulatedPriceTexts } from './use-regulated-price-texts.ts'

type RegulatedPriceDialogProps = { figure: RegulatedPriceDetails; row: RegulatedPriceRow | null; onClose: () => void }

/** Plans the next value of a regulated price, or edits a planned one. */
export function RegulatedPriceDialog({ figure, row, onClose }: RegulatedPriceDialogProps) {
  const t = useTranslations('desk-regulated-prices.dialog')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const { nameOf } = useRegulatedPriceTexts()
  const send = useSend()
  const locale = useLocale()
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-regulated-prices',
    seen: row && { ...row, version: row.version ?? 1 },
    invalidatedKey: regulatedPricesKey,
    successMessage: (input, reply) =>
      isApprovalRequested(reply) ? approvalTexts('requested') : t(input === 'withdraw' ? 'withdrawn' : 'saved'),
    action: async (input: FormData | 'withdraw', version: number) => {
      const { changeRegulatedPrice, planRegulatedPrice, withdrawRegulatedPrice } = await import('../api.ts')
      const { name } = figure
      const params = { name, from: row?.valid_from ?? '' }
      if (input === 'withdraw') return send(withdrawRegulatedPrice, { params, body: { version } })
      const body = readRegulatedPrice(input, figure.count, locale)
      return row
        ? send(changeRegulatedPrice, { params, body: { ...body, version } })
        : send(planRegulatedPrice, { params: { name }, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t(row ? 'changeTitle' : 'planTitle', { name: nameOf(figure) })}
      submit={t('save')}
      cancel={t('cancel')}
      actions={
        row && (
          <ConfirmButton label={t('withdraw')} confirmLabel={t('withdrawSure')} onConfirm={() => run('withdraw')} />
        )
      }
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <PriceValueFields figure={figure} row={row} errorOf={errorOf} />
      <ValidityFields figure={figure} row={row} errorOf={errorOf} />
      <TextField
        name="source"
        label={t('source')}
        hint={t('sourceHint')}
        defaultValue={row?.source ?? ''}
        error={errorOf('source')}
        maxLength={300}
      />
    </FormDialog>
  )
}

function readRegulatedPrice(formData: FormData, count: number, locale: string) {
  return {
    valid_from: String(formData.get('valid_from')),
    valid_to: String(formData.get('valid_to')) || null,
    values: Array.from(
      { length: count },
      (_, index) => parseDecimalInput(formData.get(`values.${index}`), locale) ?? '',
    ),
    source: String(formData.get('source')),
  }
}

type PriceValueFieldsProps = Pick<RegulatedPriceDialogProps, 'figure' | 'row'> & {
  errorOf: (field: string) => string | undefined
}

function PriceValueFields({ figure, row, errorOf }: PriceValueFieldsProps) {
  const t = useTranslations('desk-regulated-prices.dialog')
  const { unitOf } = useRegulatedPriceTexts()
  const labelOf = (index: number) => {
    if (figure.shape === 'periods') return t('valueOf', { number: String(index + 1) })
    if (figure.shape === 'reduced_rate') return t(index === 0 ? 'percent' : 'maximum')
    return t('value')
  }
  return Array.from({ length: figure.count }, (_, index) => (
    <TextField
      key={index}
      name={`values.${index}`}
      label={labelOf(index)}
      unit={figure.shape === 'reduced_rate' && index === 1 ? 'kW' : unitOf(figure)}
      width="medium"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={row?.values[index]?.replace('.', ',') ?? ''}
      error={index === 0 ? errorOf('values') : undefined}
    />
  ))
}

function ValidityFields({ figure, row, errorOf }: PriceValueFieldsProps) {
  const t = useTranslations('desk-regulated-prices.dialog')
  return (
    <>
      <DateField
        name="valid_from"
        label={t('from')}
        hint={t('fromHint')}
        defaultValue={row?.valid_from ?? addDays(figure.today, 1)}
        error={errorOf('valid_from')}
      />
      <DateField
        name="valid_to"
        label={t('until')}
        hint={t('untilHint')}
        defaultValue={row?.valid_to ?? ''}
        error={errorOf('valid_to')}
        isOptional
      />
    </>
  )
}
