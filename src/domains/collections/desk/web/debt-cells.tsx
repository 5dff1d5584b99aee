import { useLocale, useTranslations } from 'use-intl'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ManagedDebt } from '../api.ts'
import { downloadDebtPaper } from '../downloads.ts'

/** The last paper of a debt: what it is, how it was sent and what became of it, with its file. */
export function PaperCell({ debt: { contract, paper } }: { debt: ManagedDebt }) {
  const t = useTranslations('desk-collections')
  const locale = useLocale()
  if (!paper) return '—'
  const { id, kind, channel, is_written: isWritten, outcome, outcome_on: on, proof } = paper
  const day = on ? formatDay(on, locale) : ''
  return (
    <>
      {t('paper.sent', { kind: t(`paper.${kind}`), channel: t(`channels.${channel}`) })}
      {isWritten && (
        <DownloadLink
          call={downloadDebtPaper}
          params={{ id: String(id) }}
          label={t('paper.download', { name: contract })}
        />
      )}
      {outcome && <p className="soft">{t(`paper.${outcome}`, { day, proof: proof ?? '—' })}</p>}
    </>
  )
}

/** What a narrow list says of a debt, each with its label and only what is known. */
export function DebtNotes({ debt }: { debt: ManagedDebt }) {
  const t = useTranslations('desk-collections')
  const locale = useLocale()
  const { plan, first_demand_on: demanded, suspension_from: from, suspend_on: suspend, assignee } = debt
  const notes = [
    ...(['demanded', 'from', 'suspend'] as const).flatMap((column, index) => {
      const on = [demanded, from, suspend][index]
      return on ? [{ column, text: formatDay(on, locale) }] : []
    }),
    ...(plan ? [{ column: 'plan' as const, text: t(`plans.${plan.state}`, { count: plan.parts }) }] : []),
    ...(assignee ? [{ column: 'assignee' as const, text: assignee.name }] : []),
  ]
  return notes.map(({ column, text }) => (
    <p key={column}>
      {t(`columns.${column}`)}: {text}
    </p>
  ))
}
