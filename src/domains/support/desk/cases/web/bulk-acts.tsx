import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SelectionBar, type useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type BulkAct, type BulkProblem, bulkActs } from '../rules.ts'
import { casesKey, choicesQuery } from './queries.ts'

type BulkActsProps = {
  /** The cases of the shown page. */
  ids: readonly number[]
  selection: ReturnType<typeof useRowSelection<number>>
}
type ActInput = { act: BulkAct; ids: number[]; operatorId: string }
type Outcome = { changed: number; problems: readonly BulkProblem[] }

/** Assigns all selected cases, or closes those of them that were answered. */
export function BulkActs({ ids, selection }: BulkActsProps) {
  const t = useTranslations('desk-cases.bulk')
  const send = useSend()
  const { data: choices } = useSuspenseQuery(choicesQuery(send))
  const selected = selection.selectedIn(ids)
  const [act, setAct] = useState<BulkAct>('assign')
  const [operatorId, setOperatorId] = useState('')
  const { run, isBusy, failure } = useAction({
    desk: 'desk-cases',
    invalidatedKey: casesKey,
    successMessage: (_: ActInput, { changed, problems }: Outcome) =>
      [t('done', { count: changed }), ...problems.map((problem) => t(`problems.${problem}`))].join(' '),
    action: async (input: ActInput) =>
      send((await import('../api.ts')).actOnCases, {
        body: {
          ...{ act: input.act, ids: input.ids },
          ...(input.operatorId ? { operator_id: Number(input.operatorId) } : {}),
        },
      }),
    onDone: selection.clear,
  })
  useRowKeys({
    a(id) {
      run({ act: 'assign', ids: [Number(id)], operatorId: '' })
    },
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar {...{ ids, selection }} label={t('selected', { count: selected.length })}>
        <NativeSelect
          label={t('act')}
          value={act}
          onChange={(event) => setAct(bulkActs.find((each) => each === event.target.value) ?? act)}
          options={bulkActs.map((each) => ({ value: each, label: t(`acts.${each}`) }))}
        />
        {act === 'assign' && (
          <NativeSelect
            label={t('operator')}
            value={operatorId}
            onChange={(event) => setOperatorId(event.target.value)}
            options={[
              { value: '', label: t('me') },
              ...choices.operators.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <Button variant="second" isBusy={isBusy} onClick={() => run({ act, ids: selected, operatorId })}>
          {t('perform')}
        </Button>
      </SelectionBar>
      <p className="small soft">{t('keys')}</p>
    </>
  )
}
