import type { Cents } from '#vocabulary/money.ts'
import type { ItemKind } from '../rules.ts'

/** The item that is being paid, as the dialog names it, and whether it can also be paid by transfer. */
export type PayableItem = { id: number; kind: ItemKind; number: string; amountCents: Cents; isTransferable?: boolean }
