import { useTranslations } from 'use-intl'
import { SelectionBar, type useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type HoldAct, holdActs } from '../rules.ts'
import { heldBillsKey } from './queries.ts'

type BulkActsProps = {
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

/** Releases all selected bills, or gives them back. */
export function BulkActs({ selection: { selected, clear }, disabledReason }: BulkActsProps) {
  const t = useTranslations('desk-bill-checks')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-bill-checks',
    invalidatedKey: heldBillsKey,
    successMessage: (act: HoldAct, { changed }: { changed: number }) => t(`acts.done.${act}`, { count: changed }),
    action: async (act: HoldAct) => send((await import('../api.ts')).decideHeldBills, { body: { act, ids: selected } }),
    onDone: clear,
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <SelectionBar count={selected.length} label={t('selected', { count: selected.length })}>
        {holdActs.map((act) => (
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
