import { Identifier } from '#kit/web/display/identifier.tsx'
import { splitCau } from '#vocabulary/split-cups.ts'
import type { InvoiceFacts } from './shown-invoice.ts'

type ParticularValueProps = { particular: InvoiceFacts['particulars'][number]; canCopy?: boolean }

/** Shows what the paper of an invoice tells of a fact; a code in groups, between which alone it breaks. */
export function ParticularValue({ particular: { fact, label, value }, canCopy = false }: ParticularValueProps) {
  if (fact !== 'self_consumption_code') return value
  return <Identifier label={label} groups={splitCau(value)} value={canCopy ? value : undefined} />
}
