import type { Locale } from '#vocabulary/locale.ts'
import { composeDutySentence } from './duty-sentence.ts'
import type { ContractDuty } from './shown-duty.ts'

type MailValues = Record<string, string | number>

/** Writes a duty into the values of the mail that tells its customer of it; `contract` is the name of a contract, or null. */
export function writeRecordedDuty(duty: ContractDuty, contract: string | null): MailValues {
  const { kind, since, due_on: dueOn, due_at: dueAt, recourse, is_compensated: isCompensated } = duty
  return {
    ...{ kind, since, dueOn, dueAt: dueAt ?? '', recourse: recourse ?? '', contract: contract ?? '' },
    compensated: isCompensated ? 'yes' : 'no',
  }
}

/** Composes what that mail says from its values: by when what follows, and what its customer can do if it does not. */
export function composeRecordedDuty(
  values: MailValues,
  t: (key: string, values?: Record<string, string>) => string,
  locale: Locale,
): MailValues {
  const duty: Omit<ContractDuty, 'since'> = {
    ...({ kind: values.kind, recourse: values.recourse || null } as Pick<ContractDuty, 'kind' | 'recourse'>),
    ...{ due_on: String(values.dueOn), due_at: String(values.dueAt) || null },
    ...{ status: 'running', is_compensated: values.compensated === 'yes' },
  }
  return { sentence: composeDutySentence(duty, t, locale) }
}
