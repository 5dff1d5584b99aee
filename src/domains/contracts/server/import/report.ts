import type { LineRefusalCode } from '#kit/server/told-line.ts'
import type { ToldReason } from '#vocabulary/told-reasons.ts'
import type { SectionName } from './contracts-file.ts'

/** An object of the file, with the place where it stands: `contracts[3]`. */
export type Placed<Item> = { item: Item; path: string }

/** Why something in the file stays out, with its place: `contracts[3].iban`. */
export type ImportRefusal = { path: string; reason: ToldReason }

/** What of a thing to look at, why, and whether that refers to nothing (`unknown_reference`) instead of contradicting something. */
export type Reason = [member: string, reason: ToldReason, code?: LineRefusalCode]

/** Leaves something out. */
export type Refuse = (path: string, reason: ToldReason, code?: LineRefusalCode) => void

/** How many objects of a section were new, stood there and now say something else, said the same, or stay out. */
export type SectionCounts = { created: number; updated: number; unchanged: number; refused: number }

export type ImportReport = { sections: Record<SectionName, SectionCounts>; refusals: ImportRefusal[] }

/** What was written: new rows, and rows that said something else. */
export type Stored = { created: number; updated: number }

/** The items for which `reasonOf` finds no reason to stay out; the others are refused at the member that it names. */
export function accepted<Item>(
  placed: readonly Placed<Item>[],
  refuse: Refuse,
  reasonOf: (item: Item) => Reason | undefined,
): Item[] {
  return placed.flatMap(({ item, path }) => {
    const reason = reasonOf(item)
    if (!reason) return [item]
    const [member, why, code] = reason
    refuse(`${path}.${member}`, why, code)
    return []
  })
}

/** Counts rows that were written. */
export function counted(written: readonly { isNew: boolean }[]): Stored {
  const created = written.filter(({ isNew }) => isNew).length
  return { created, updated: written.length - created }
}
