import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SelectionBar, type useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type BulkAct, bulkActs } from '../rules.ts'
import { managedDebtsKey } from './queries.ts'

type BulkActsProps = {
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

type ActInput = { chosen: BulkAct; ids: number[] }

type Outcome = {
  changed: number
  problems: readonly ('wrong_step' | 'debt_stopped' | 'too_early' | 'no_suspension_day' | 'unchanged')[]
}

/** What an operator notes about all selected debts; an announcement has the day of the suspension. */
export function BulkActs({ selection, disabledReason }: BulkActsProps) {
  const t = useTranslations('desk-collections')
  const send = useSend()
  const { selected, clear } = selection
  const [act, setAct] = useState<BulkAct>('demand')
  const [day, setDay] = useState('')
  const { run, isBusy, failure } = useAction({
    desk: 'desk-collections',
    invalidatedKey: managedDebtsKey,
    successMessage: (_: ActInput, { changed, problems }: Outcome) =>
      [t('done', { count: changed }), ...problems.map((problem) => t(`problems.${problem}`))].join(' '),
    action: async ({ chosen, ids }: ActInput) =>
      send((await import('../api.ts')).actOnDebts, {
        body: { act: chosen, ids, suspend_on: chosen === 'announce' && day ? day : null },
      }),
    onDone: clear,
  })
  useRowKeys({
    a(id) {
      if (!disabledReason) run({ chosen: 'assign', ids: [Number(id)] })
    },
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar count={selected.length} label={t('selected', { count: selected.length })}>
        <NativeSelect
          label={t('act')}
          value={act}
          onChange={(event) => setAct(event.target.value as BulkAct)}
          options={bulkActs.map((each) => ({ value: each, label: t(`acts.${each}`) }))}
        />
        {act === 'announce' && (
          <TextField
            type="date"
            width="medium"
            label={t('columns.suspend')}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        <Button
          variant="second"
          isBusy={isBusy}
          disabledReason={disabledReason}
          onClick={() => run({ chosen: act, ids: selected })}
        >
          {t('perform')}
        </Button>
      </SelectionBar>
      <p className="small soft">{t('keys')}</p>
    </>
  )
}
