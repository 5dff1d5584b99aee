import { useLocale, useTranslations } from 'use-intl'
import { isRequested } from '#desks/approvals/requested.ts'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { typedDecimal } from '#desks/common/web/typed-decimal.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { DateField } from '#kit/web/date-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { addDays } from '#vocabulary/day.ts'
import type { FigureRow, ReadFigure } from '../api.ts'
import { figuresKey } from './queries.ts'
import { useFigureWords } from './use-figure-words.ts'

type FigureDialogProps = { figure: ReadFigure; row: FigureRow | null; onClose: () => void }

/** Enters the next value of a figure, or changes one that does not hold yet. */
export function FigureDialog({ figure, row, onClose }: FigureDialogProps) {
  const t = useTranslations('desk-regulated.dialog')
  const waits = useTranslations('desk-approvals.waiting')
  const { nameOf, unitOf } = useFigureWords()
  const send = useSend()
  const locale = useLocale()
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-regulated',
    seen: row && { ...row, version: row.version ?? 1 },
    stale: figuresKey,
    done: (typed, reply) => (isRequested(reply) ? waits('requested') : t(typed === 'withdraw' ? 'withdrawn' : 'saved')),
    act: async (typed: FormData | 'withdraw', version: number) => {
      const { changeFigure, planFigure, withdrawFigure } = await import('../api.ts')
      const { name, count } = figure
      const at = { name, from: row?.valid_from ?? '' }
      if (typed === 'withdraw') return send(withdrawFigure, { params: at, body: { version } })
      const wanted = {
        valid_from: String(typed.get('valid_from')),
        valid_to: String(typed.get('valid_to')) || null,
        values: Array.from({ length: count }, (_, place) => typedDecimal(typed.get(`values.${place}`), locale) ?? ''),
        source: String(typed.get('source')),
      }
      return row
        ? send(changeFigure, { params: at, body: { ...wanted, version } })
        : send(planFigure, { params: { name }, body: wanted })
    },
    onDone: onClose,
  })
  const labelOf = (place: number) => {
    if (figure.shape === 'periods') return t('valueOf', { number: String(place + 1) })
    if (figure.shape === 'reduced_rate') return t(place === 0 ? 'percent' : 'maximum')
    return t('value')
  }
  return (
    <FormDialog
      title={t(row ? 'changeTitle' : 'planTitle', { name: nameOf(figure) })}
      submit={t('save')}
      cancel={t('cancel')}
      actions={row && <SureButton label={t('withdraw')} sure={t('withdrawSure')} onSure={() => go('withdraw')} />}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      {Array.from({ length: figure.count }, (_, place) => (
        <TextField
          key={place}
          name={`values.${place}`}
          label={labelOf(place)}
          unit={figure.shape === 'reduced_rate' && place === 1 ? 'kW' : unitOf(figure)}
          width="medium"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={row?.values[place]?.replace('.', ',') ?? ''}
          error={place === 0 ? errorOf('values') : undefined}
        />
      ))}
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
