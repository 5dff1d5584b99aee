import { useTranslations } from 'use-intl'
import type { useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { SelectionActs } from '#kit/backoffice/web/selection-acts.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type RevisionAct, revisionActs } from '../filters.ts'
import { deskRevisionsKey } from './queries.ts'

/** What an operator does with all selected revisions, and the key by which one takes over the row that has the focus. */
export function BulkActs({ selection }: { selection: ReturnType<typeof useRowSelection<string>> }) {
  const t = useTranslations('desk-revisions')
  const send = useSend()
  const disabledReason = useRoleDisabledReason(['sales'])
  const perform = async (act: RevisionAct, ids: string[]) =>
    send((await import('../api.ts')).actOnRevisions, { body: { act, ids } })
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
        {...{ selection, disabledReason, perform }}
      />
      <p className="small soft">{t('keys')}</p>
    </>
  )
}
