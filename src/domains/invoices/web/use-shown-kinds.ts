import { useSuspenseQuery } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useSend } from '#kit/web/portal.ts'
import type { InvoiceKind, InvoiceListView } from './list-address.ts'
import { countsQuery } from './queries.ts'
import { openKind, shownKinds } from './shown-kinds.ts'

/** The kinds that have a tab, with how many invoices each has, and the one whose tab is open. */
export function useShownKinds({ kind: asked }: InvoiceListView): {
  kinds: { kind: InvoiceKind; count: number }[]
  open: InvoiceKind
} {
  const { displayTypes } = useCustomerSettings().features
  const { data: counts } = useSuspenseQuery(countsQuery(useSend(), displayTypes))
  const shown = shownKinds(displayTypes, counts, asked)
  return { kinds: shown.map((kind) => ({ kind, count: counts[kind] ?? 0 })), open: openKind(shown, asked) }
}
