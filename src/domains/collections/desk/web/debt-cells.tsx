import { useLocale, useTranslations } from 'use-intl'
import { LabelledNotes } from '#kit/backoffice/web/labelled-notes.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ManagedDebt } from '../api.ts'
import { downloadDebtPaper } from '../downloads.ts'

/** The last paper of a debt: what it is, how it was sent and what became of it, with its file. */
export function PaperCell({ debt: { contract, paper } }: { debt: ManagedDebt }) {
  const t = useTranslations('desk-collections')
  const locale = useLocale()
  if (!paper) return null
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

/** The days of a debt, its plan and who has taken it over. In one cell, so that the table fits a laptop. */
export function DebtNotes({ debt }: { debt: ManagedDebt }) {
  const t = useTranslations('desk-collections')
  const locale = useLocale()
  const { plan, first_demand_on: demanded, suspension_from: from, suspend_on: suspend, assignee } = debt
  const day = (on: string | null) => on && formatDay(on, locale)
  return (
    <LabelledNotes
      notes={[
        { label: t('columns.demanded'), text: day(demanded) },
        { label: t('columns.from'), text: day(from) },
        { label: t('columns.suspend'), text: day(suspend) },
        { label: t('columns.plan'), text: plan && t(`plans.${plan.state}`, { count: plan.parts }) },
        { label: t('columns.assignee'), text: assignee?.name ?? null },
      ]}
    />
  )
}
