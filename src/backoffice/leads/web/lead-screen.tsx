import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { formatFileSize } from '#kit/web/form/file-limits.ts'
import { paperBlank } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { RowList } from '#kit/web/list/row-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { languageNames, parseLocale } from '#vocabulary/locale.ts'
import type { LeadDetails } from '../api.ts'
import { downloadLeadFile } from '../downloads.ts'
import { HandlingForm } from './handling-form.tsx'
import { LeadDecisionSection } from './lead-decision-section.tsx'
import { LeadSectionFacts } from './lead-section-facts.tsx'
import { AwaitedCheckBadge, HandlingBadge, IdentityBadge, SolvencyBadge } from './lead-status-badges.tsx'
import { leadQuery } from './queries.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(leadQuery(send, params.id!))
}

/** A lead: the applicant, the checks, the data of each step, the files, and the handling. */
export function LeadScreen() {
  const t = useTranslations('desk-leads')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: lead } = useSuspenseQuery(leadQuery(useSend(), id))
  return (
    <>
      <div>
        <BackLink href="/operator/leads">{t('lead.back')}</BackLink>
        <div className="line">
          <h1>{lead.name ?? t('list.noName', { number: String(lead.id) })}</h1>
          <HandlingBadge handling={lead.handling} />
        </div>
      </div>
      <LeadFacts lead={lead} />
      <LeadDecisionSection lead={lead} />
      <HandlingForm key={lead.handled_at} lead={lead} />
      {lead.sections.length ? (
        lead.sections.map((section) => <LeadSectionFacts key={section.name} section={section} />)
      ) : (
        <p className="soft">{t('lead.nothing')}</p>
      )}
      <LeadFiles lead={lead} />
    </>
  )
}

function LeadFacts({ lead }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const language = parseLocale(lead.language)
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={t('lead.number')}>{lead.id}</DescriptionItem>
        <DescriptionItem label={t('list.kind')}>{t(`kinds.${lead.kind}`)}</DescriptionItem>
        <DescriptionItem label={t('list.state')}>{t(`states.${lead.state}`)}</DescriptionItem>
        <DescriptionItem label={t('lead.solvency')}>
          {lead.awaited_checks.includes('solvency') ? (
            <AwaitedCheckBadge />
          ) : (
            <SolvencyBadge isSolvent={lead.is_solvent} />
          )}
        </DescriptionItem>
        <DescriptionItem label={t('lead.identity')}>
          {lead.awaited_checks.includes('identity') ? (
            <AwaitedCheckBadge />
          ) : (
            <IdentityBadge isSamePerson={lead.is_same_person} />
          )}
        </DescriptionItem>
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('lead.phone')}>{lead.phone && formatPhone(lead.phone)}</DescriptionItem>
        <DescriptionItem label={t('lead.email')}>{lead.email}</DescriptionItem>
        <DescriptionItem label={t('lead.taxId')}>{lead.tax_id}</DescriptionItem>
        <DescriptionItem label={t('lead.cups')}>{lead.cups}</DescriptionItem>
        <DescriptionItem label={t('lead.language')}>{language && languageNames[language]}</DescriptionItem>
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('lead.created')}>{instant(lead.created_at)}</DescriptionItem>
        <DescriptionItem label={t('lead.updated')}>{instant(lead.updated_at)}</DescriptionItem>
        {lead.expires_at && <DescriptionItem label={t('lead.expires')}>{instant(lead.expires_at)}</DescriptionItem>}
        {lead.customer && (
          <DescriptionItem label={t('lead.customer')}>
            <Link href={`/operator/customers/${lead.customer.id}`}>{lead.customer.name}</Link>
          </DescriptionItem>
        )}
        {lead.contract && <DescriptionItem label={t('lead.contract')}>{lead.contract}</DescriptionItem>}
        {lead.other_half !== null && (
          <DescriptionItem label={t('lead.otherHalf')}>
            <Link href={`/operator/leads/${lead.other_half}`}>
              {t('list.noName', { number: String(lead.other_half) })}
            </Link>
          </DescriptionItem>
        )}
      </DescriptionList>
    </>
  )
}

const purposes = ['invoice', 'identity_front', 'identity_back', 'company', 'self_consumption'] as const

function LeadFiles({ lead: { id, documents } }: { lead: LeadDetails }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const purposeOf = (purpose: string) => {
    const match = purposes.find((each) => each === purpose)
    return match ? t(`purposes.${match}`) : purpose
  }
  return (
    <section className="stack" aria-labelledby="files-title">
      <h2 id="files-title">{t('lead.files')}</h2>
      {documents.length ? (
        <RowList>
          {documents.map(({ id: fileId, purpose, name, size_bytes: bytes }) => (
            <DownloadRow
              key={fileId}
              call={downloadLeadFile}
              params={{ id: String(id), fileId }}
              glyph={paperBlank}
              title={name}
              detail={`${purposeOf(purpose)}, ${formatFileSize(bytes, locale)}`}
            />
          ))}
        </RowList>
      ) : (
        <p className="soft">{t('lead.noFiles')}</p>
      )}
    </section>
  )
}
