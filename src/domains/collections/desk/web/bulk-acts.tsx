import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SelectionBar, type useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxProofLength, type PaperChannel, paperChannels } from '../../paper-rules.ts'
import type { ActProblem } from '../../rules.ts'
import { type BulkAct, bulkActs } from '../rules.ts'
import { debtChoicesQuery, managedDebtsKey } from './queries.ts'

/** The acts that write a paper, and those that say what became of one. */
const paperActs: readonly BulkAct[] = ['demand', 'announce']
const outcomeActs: readonly BulkAct[] = ['note_delivered', 'note_undelivered', 'note_announcement_delivered']

type BulkActsProps = {
  /** The debts of the shown page. */
  ids: readonly number[]
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

type ActInput = { chosen: BulkAct; ids: number[] }

type Outcome = { changed: number; problems: readonly (ActProblem | 'unchanged')[] }

/**
 * What an operator notes about all selected debts: with the day of a suspension, how a paper is sent or the proof of its
 * receipt, or whom they are assigned to.
 */
export function BulkActs({ ids, selection, disabledReason }: BulkActsProps) {
  const t = useTranslations('desk-collections')
  const send = useSend()
  const { operators } = useSuspenseQuery(debtChoicesQuery(send)).data
  const selected = selection.selectedIn(ids)
  const [act, setAct] = useState<BulkAct>('demand')
  const [day, setDay] = useState('')
  const [channel, setChannel] = useState<PaperChannel | ''>('')
  const [proof, setProof] = useState('')
  const [operatorId, setOperatorId] = useState('')
  const { run, isBusy, failure } = useAction({
    desk: 'desk-collections',
    invalidatedKey: managedDebtsKey,
    successMessage: (_: ActInput, { changed, problems }: Outcome) =>
      [t('done', { count: changed }), ...problems.map((problem) => t(`problems.${problem}`))].join(' '),
    action: async ({ chosen, ids }: ActInput) =>
      send((await import('../api.ts')).actOnDebts, {
        body: {
          ...{ act: chosen, ids, suspend_on: chosen === 'announce' && day ? day : null },
          ...(paperActs.includes(chosen) && { channel: channel || null }),
          ...(outcomeActs.includes(chosen) && { proof: proof.trim() || null }),
          // The key assigns to whoever presses it.
          ...(chosen === act && chosen === 'assign' && operatorId && { operator_id: Number(operatorId) }),
        },
      }),
    onDone: selection.clear,
  })
  useRowKeys({
    a(id) {
      if (!disabledReason) run({ chosen: 'assign', ids: [Number(id)] })
    },
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar {...{ ids, selection }} label={t('selected', { count: selected.length })}>
        <NativeSelect
          label={t('act')}
          value={act}
          onChange={(event) => setAct(event.target.value as BulkAct)}
          options={bulkActs.map((each) => ({ value: each, label: t(`acts.${each}`) }))}
        />
        {act === 'announce' && <DateField label={t('columns.suspend')} value={day} onValue={setDay} />}
        {paperActs.includes(act) && (
          <NativeSelect
            label={t('channel')}
            value={channel}
            onChange={(event) => setChannel(event.target.value as PaperChannel | '')}
            options={[
              { value: '', label: t('channels.automatic') },
              ...paperChannels.map((each) => ({ value: each, label: t(`channels.${each}`) })),
            ]}
          />
        )}
        {outcomeActs.includes(act) && (
          <TextField
            label={t('proof')}
            maxLength={maxProofLength}
            value={proof}
            onChange={(event) => setProof(event.target.value)}
          />
        )}
        {act === 'assign' && (
          <NativeSelect
            label={t('operator')}
            value={operatorId}
            onChange={(event) => setOperatorId(event.target.value)}
            options={[
              { value: '', label: t('myself') },
              ...operators.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
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
