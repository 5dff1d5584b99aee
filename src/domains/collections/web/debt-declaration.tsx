import { useLocale, useTranslations } from 'use-intl'
import { DutyLine } from '#domains/duties/web/duty-line.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedDebt } from '../api.ts'
import type { DeclarationState } from '../declaration-rules.ts'
import { downloadOwnDeclarationPaper } from '../downloads.ts'
import styles from './debt-screen.module.css'
import { DeclarationForm, MissingPapersForm } from './declaration-forms.tsx'

/** What was declared of a supply, with its clock and what was decided, and the forms that declare or complete it. */
export function DebtDeclaration({ debt: { id, declaration, declaration_kinds: kinds } }: { debt: ListedDebt }) {
  const t = useTranslations('collections.declaration')
  return (
    <section className="stack" aria-labelledby={`declaration-${id}`}>
      <h3 id={`declaration-${id}`}>{t('title')}</h3>
      {declaration && <MadeDeclaration declaration={declaration} />}
      {declaration?.state === 'incomplete' && <MissingPapersForm declarationId={declaration.id} />}
      {kinds.length > 0 && <DeclarationForm debtId={id} kinds={kinds} isAnother={declaration !== null} />}
    </section>
  )
}

const stateTones = {
  ...({ open: 'notice', incomplete: 'warning', accepted: 'positive' } as const),
  ...({ refused: 'negative', lapsed: 'plain', ended: 'plain' } as const),
} satisfies Record<DeclarationState, string>

type MadeDeclarationProps = { declaration: NonNullable<ListedDebt['declaration']> }

function MadeDeclaration({ declaration }: MadeDeclarationProps) {
  const t = useTranslations('collections.declaration')
  const locale = useLocale()
  const { id, kind, state, papers, answer, accepted_until: until, duties } = declaration
  const running = duties.find(({ status }) => status !== 'paused')
  return (
    <>
      <p>
        {t(`kinds.${kind}`)} <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
      </p>
      <div className={styles.ways}>
        {papers.map(({ id: uploadId, name }) => (
          <DownloadButton key={uploadId} call={downloadOwnDeclarationPaper} params={{ id: String(id), uploadId }}>
            {t('paper', { name })}
          </DownloadButton>
        ))}
      </div>
      {state === 'accepted' && until && <p>{t('until', { day: formatDay(until, locale) })}</p>}
      {answer && <p>{t(state === 'incomplete' ? 'missing' : 'reasons', { answer })}</p>}
      {running && (
        <p>
          <DutyLine duty={running} />
        </p>
      )}
      {state === 'refused' && <p>{t('recourse')}</p>}
    </>
  )
}
