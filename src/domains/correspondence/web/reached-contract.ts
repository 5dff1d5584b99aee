import type { Delivery } from '../rules.ts'

/** A contract as far as it matters how somebody is reached about it. */
export type ReachedContract = {
  name: string
  energy: 'electricity' | 'gas'
  delivery: Delivery
  /** As they are sent along with a change of them. */
  versions?: { contact?: string; delivery?: string } | undefined
  contact: { id: number; name: string; address: string; email: string | null; phone: string | null }
}

/** What a dialog about it is given. */
export type ChangeDialogProps = {
  contract: ReachedContract
  onClose: () => void
  /** Something is another way now. */
  onChanged: () => void
}
