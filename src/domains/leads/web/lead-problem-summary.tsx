import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { type LeadFormState, leadFieldId, leadFields } from './lead-fields.ts'

/** Lists the problems of the form, each with a link to its field. */
export function LeadProblemSummary({ form: { name, problems }, attempt }: { form: LeadFormState; attempt: number }) {
  if (Object.keys(problems).length === 0) return null
  return (
    <ErrorSummary
      problems={leadFields.flatMap((of) => {
        const message = problems[of]
        return message ? [{ fieldId: leadFieldId(name, of), message }] : []
      })}
      attempt={attempt}
    />
  )
}
