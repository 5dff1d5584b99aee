import type { Delivery } from '../rules.ts'

/** A contract as far as it matters how somebody is reached about it. */
export type ReachedContract = {
  name: string
  energy: 'electricity' | 'gas'
  delivery: Delivery
  contact: { id: number; name: string; address: string; email: string | null; phone: string | null }
}

/** What a dialog about it is given. */
export type ChangeDialogProps = {
  contract: ReachedContract
  onClose: () => void
  /** Something is another way now. */
  onChanged: () => void
}
