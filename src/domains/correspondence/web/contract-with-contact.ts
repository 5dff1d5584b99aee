import type { Delivery } from '../rules.ts'

/** The contract data that the correspondence dialogs use. */
export type ContractWithContact = {
  name: string
  energy: 'electricity' | 'gas'
  delivery: Delivery
  /** Sent along with a change, to detect concurrent changes. */
  versions?: { contact?: string; delivery?: string } | undefined
  contact: { id: number; name: string; address: string; email: string | null; phone: string | null }
}

/** The props of a correspondence dialog. */
export type CorrespondenceDialogProps = {
  contract: ContractWithContact
  onClose: () => void
  /** Called after a change has been saved. */
  onChanged: () => void
}
