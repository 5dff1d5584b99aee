type LabelledNotesProps = { notes: readonly { label: string; text: string | null }[] }

/** What a narrow list says of a row besides its title, each with its label and only what is known. */
export function LabelledNotes({ notes }: LabelledNotesProps) {
  return notes.map(
    ({ label, text }) =>
      text !== null && (
        <p key={label}>
          {label}: {text}
        </p>
      ),
  )
}
