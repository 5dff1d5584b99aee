import { useTranslations } from 'use-intl'
import { parseAssigneeFilter } from '../assignee-filter.ts'
import { ListFilter } from './list-filter.tsx'
import type { Namespace, TextKey } from './list-page-definition.ts'
import type { PlainTexts } from './use-list-texts.ts'

type AssigneeFilterOptions<Texts extends Namespace> = {
  texts: Texts
  label: TextKey<Texts>
  /** Returns whom rows can be assigned to. */
  useOperators: () => readonly { id: number; name: string }[]
}

/** Defines the filter of a list by who has taken a row over: the operator who reads, nobody, or a colleague. */
export function assigneeFilter<Texts extends Namespace>({ texts, label, useOperators }: AssigneeFilterOptions<Texts>) {
  function Field({ view: { assignee } }: { view: { assignee?: string | undefined } }) {
    const t = useTranslations(texts) as unknown as PlainTexts
    const names = useTranslations('operator-area.assignees')
    const options = [
      { value: 'mine', label: names('mine') },
      { value: 'nobody', label: names('nobody') },
      ...useOperators().map(({ id, name }) => ({ value: String(id), label: name })),
    ]
    return <ListFilter name="assignee" label={t(label)} value={assignee} any={names('anyone')} options={options} />
  }
  return { parse: parseAssigneeFilter, Field }
}
