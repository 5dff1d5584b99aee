import { useLocale } from 'use-intl'
import { formatLabelled } from '#vocabulary/format.ts'

type LabelledNotesProps = { notes: readonly { label: string; text: string | null }[] }

/** What a narrow list says of a row besides its title, each with its label and only what is known. */
export function LabelledNotes({ notes }: LabelledNotesProps) {
  const locale = useLocale()
  return notes.map(({ label, text }) => text !== null && <p key={label}>{formatLabelled(label, text, locale)}</p>)
}
