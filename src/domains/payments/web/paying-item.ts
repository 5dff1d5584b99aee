import type { Cents } from '#vocabulary/money.ts'
import type { ItemKind } from '../rules.ts'

/** What is being paid, as the dialog names it, and whether there is an account for a transfer as well. */
export type PayingItem = { id: number; kind: ItemKind; number: string; amountCents: Cents; isTransferable?: boolean }
