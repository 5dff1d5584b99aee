import type { useRowSelection } from '#kit/backoffice/web/row-selection.tsx'
import { SelectionActs } from '#kit/backoffice/web/selection-acts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { bulkActs } from '../rules.ts'
import { managedReturnsKey } from './queries.ts'

type BulkActsProps = {
  /** The rows of the shown page. */
  ids: readonly number[]
  selection: ReturnType<typeof useRowSelection<number>>
  /** Why the operator may not act. */
  disabledReason: string | undefined
}

/** What an operator does with all selected returns. */
export function BulkActs(props: BulkActsProps) {
  const send = useSend()
  return (
    <SelectionActs
      {...props}
      desk="desk-debit-returns"
      acts={bulkActs}
      invalidatedKey={managedReturnsKey}
      perform={async (act, ids) => send((await import('../api.ts')).actOnReturns, { body: { act, ids } })}
    />
  )
}
