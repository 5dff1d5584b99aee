import { useSuspenseQuery } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { countsQuery } from '../queries.ts'
import type { InvoiceKind, InvoiceListView } from './list-address.ts'
import { chooseOpenKind, listShownKinds } from './shown-kinds.ts'

/** Returns the kinds that have a tab, with the number of invoices of each, and the kind of the open tab. */
export function useShownKinds({ kind: requested }: InvoiceListView): {
  kinds: { kind: InvoiceKind; count: number }[]
  open: InvoiceKind
} {
  const { displayTypes } = useCustomerSettings().features
  const { data: counts } = useSuspenseQuery(countsQuery(useSend(), displayTypes, useBoot()))
  const shown = listShownKinds(displayTypes, counts, requested)
  return { kinds: shown.map((kind) => ({ kind, count: counts[kind] ?? 0 })), open: chooseOpenKind(shown, requested) }
}
