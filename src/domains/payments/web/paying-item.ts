import type { Cents } from '#vocabulary/money.ts'
import type { ItemKind } from '../rules.ts'

/** What is being paid, as the dialog names it. */
export type PayingItem = { id: number; kind: ItemKind; number: string; amountCents: Cents }
