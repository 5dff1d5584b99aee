import { useTranslations } from 'use-intl'
import { SelectionBar, type useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type BulkAct, bulkActs } from '../rules.ts'
import { managedReturnsKey } from './queries.ts'

type BulkActsProps = {
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

/** What an operator does with all selected returns. */
export function BulkActs({ selection, disabledReason }: BulkActsProps) {
  const t = useTranslations('desk-debit-returns')
  const send = useSend()
  const { selected, clear } = selection
  const { run, isBusy, failure } = useAction({
    desk: 'desk-debit-returns',
    invalidatedKey: managedReturnsKey,
    successMessage: (act: BulkAct, { changed }: { changed: number }) => t(`acts.done.${act}`, { count: changed }),
    action: async (act: BulkAct) => send((await import('../api.ts')).actOnReturns, { body: { act, ids: selected } }),
    onDone: clear,
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar count={selected.length} label={t('selected', { count: selected.length })}>
        {bulkActs.map((act) => (
          <Button
            key={act}
            variant="second"
            isSmall
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={() => run(act)}
          >
            {t(`acts.${act}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  )
}
