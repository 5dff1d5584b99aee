import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { SelectionActs } from '#kit/backoffice/web/selection-acts.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type RevisionAct, revisionActs, revisionRoles } from '../filters.ts'
import { deskRevisionsKey, revisionChoicesQuery } from './queries.ts'

type BulkActsProps = {
  /** The revisions of the shown page. */
  ids: readonly string[]
  selection: ReturnType<typeof useRowSelection<string>>
}

/** What an operator does with all selected revisions, the colleague to whom they can be assigned, and the key by which one takes over the row that has the focus. */
export function BulkActs({ ids, selection }: BulkActsProps) {
  const t = useTranslations('desk-revisions')
  const send = useSend()
  const disabledReason = useRoleDisabledReason(revisionRoles)
  const { operators } = useSuspenseQuery(revisionChoicesQuery(send)).data
  const [operatorId, setOperatorId] = useState(operators[0]?.id ?? null)
  const perform = async (act: RevisionAct, ids: string[]) =>
    send((await import('../api.ts')).actOnRevisions, {
      body: { act, ids, ...(act === 'assign' && { operator_id: operatorId }) },
    })
  const taking = useAction({
    desk: 'desk-revisions',
    invalidatedKey: deskRevisionsKey,
    successMessage: (_: string, { changed }: { changed: number }) => t('acts.done.take', { count: changed }),
    action: (id: string) => perform('take', [id]),
  })
  useRowKeys({
    a(id) {
      if (!disabledReason) taking.run(id)
    },
  })
  return (
    <>
      <ErrorBanner>{taking.failure}</ErrorBanner>
      <SelectionActs
        desk="desk-revisions"
        acts={revisionActs}
        invalidatedKey={deskRevisionsKey}
        {...{ ids, selection, disabledReason, perform }}
      >
        <NativeSelect
          label={t('colleague')}
          value={String(operatorId)}
          onChange={({ target }) => setOperatorId(Number(target.value))}
          options={operators.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </SelectionActs>
      <p className="small soft">{t('keys')}</p>
    </>
  )
}
