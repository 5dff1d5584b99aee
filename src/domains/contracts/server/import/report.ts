import type { LineRefusalCode } from '#kit/server/import-line-result.ts'
import type { RejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { SectionName } from './contracts-file.ts'

/** An object of the file with its position: `contracts[3]`. */
export type ImportEntry<Item> = { item: Item; path: string }

/** Why something in the file is refused, with its position: `contracts[3].iban`. */
export type ImportRefusal = { path: string; reason: RejectionReason }

/**
 * The member to check, the reason, and whether it refers to nothing (`unknown_reference`) instead of contradicting
 * something.
 */
export type Reason = [member: string, reason: RejectionReason, code?: LineRefusalCode]

/** Refuses an entry. */
export type Refuse = (path: string, reason: RejectionReason, code?: LineRefusalCode) => void

/** How many objects of a section were created, updated, unchanged or refused. */
export type SectionCounts = { created: number; updated: number; unchanged: number; refused: number }

export type ImportReport = { sections: Record<SectionName, SectionCounts>; refusals: ImportRefusal[] }

/** The rows that were written: new ones, and existing ones that changed. */
export type WriteCounts = { created: number; updated: number }

/**
 * Returns the items for which `reasonOf` finds no reason to refuse. The others are refused at the member that it names.
 */
export function filterAccepted<Item>(
  entries: readonly ImportEntry<Item>[],
  refuse: Refuse,
  reasonOf: (item: Item) => Reason | undefined,
): Item[] {
  return entries.flatMap(({ item, path }) => {
    const reason = reasonOf(item)
    if (!reason) return [item]
    const [member, why, code] = reason
    refuse(`${path}.${member}`, why, code)
    return []
  })
}

/** Counts the rows that were written. */
export function countWrites(written: readonly { isNew: boolean }[]): WriteCounts {
  const created = written.filter(({ isNew }) => isNew).length
  return { created, updated: written.length - created }
}
