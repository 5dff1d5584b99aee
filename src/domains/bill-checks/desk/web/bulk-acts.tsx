import type { useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { SelectionActs } from '#kit/backoffice/web/selection-acts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { holdActs } from '../rules.ts'
import { heldBillsKey } from './queries.ts'

type BulkActsProps = {
  /** The rows of the shown page. */
  ids: readonly number[]
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

/** Releases all selected bills, or gives them back. */
export function BulkActs(props: BulkActsProps) {
  const send = useSend()
  return (
    <SelectionActs
      {...props}
      desk="desk-bill-checks"
      acts={holdActs}
      invalidatedKey={heldBillsKey}
      perform={async (act, ids) => send((await import('../api.ts')).decideHeldBills, { body: { act, ids } })}
    />
  )
}
