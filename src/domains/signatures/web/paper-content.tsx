import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import type { SummaryPaper } from '../summary.ts'

/** The content of a paper for the screen: its facts, and what else it says. */
export function PaperContent({ paper: { title, lead, facts, notes } }: { paper: SummaryPaper }) {
  return (
    <article className="stack">
      <h3>{title}</h3>
      <p>{lead}</p>
      <DescriptionList>
        {facts.map(({ label, value }) => (
          <DescriptionItem key={label} label={label}>
            {value}
          </DescriptionItem>
        ))}
      </DescriptionList>
      {notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
    </article>
  )
}
