import type { Cents } from '#vocabulary/money.ts'
import type { ItemKind } from '../rules.ts'

/**
 * The item that is being paid, as the dialog names it, whether it can also be paid by transfer, and whether
 * the amount is a part of what is owed.
 */
export type PayableItem = {
  id: number
  kind: ItemKind
  number: string
  amountCents: Cents
  isTransferable?: boolean
  isPart?: boolean
}
