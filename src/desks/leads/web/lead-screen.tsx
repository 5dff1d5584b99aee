import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { languageNames, parseLocale } from '#kit/locale.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { formatFileSize } from '#kit/web/file-limits.ts'
import { paperBlank } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Rows } from '#kit/web/rows.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadLead } from '../api.ts'
import { downloadLeadFile } from '../downloads.ts'
import { DecisionForm } from './decision-form.tsx'
import { HandlingForm } from './handling-form.tsx'
import { leadQuery } from './queries.ts'
import { Section } from './section.tsx'
import { AwaitedChip, HandlingChip, Identity, Solvency } from './standing.tsx'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(leadQuery(send, params.id!))
}

/** A lead: who it is, what was checked, what was typed step by step, the files, and how far the retailer is. */
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
          <HandlingChip handling={lead.handling} />
        </div>
      </div>
      <About lead={lead} />
      <DecisionForm lead={lead} />
      <HandlingForm key={lead.handled_at} lead={lead} />
      {lead.sections.length ? (
        lead.sections.map((section) => <Section key={section.name} section={section} />)
      ) : (
        <p className="soft">{t('lead.nothing')}</p>
      )}
      <Files lead={lead} />
    </>
  )
}

function About({ lead }: { lead: ReadLead }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const language = parseLocale(lead.language)
  return (
    <>
      <Facts>
        <Fact label={t('lead.number')}>{lead.id}</Fact>
        <Fact label={t('list.kind')}>{t(`kinds.${lead.kind}`)}</Fact>
        <Fact label={t('list.state')}>{t(`states.${lead.state}`)}</Fact>
        <Fact label={t('lead.solvency')}>
          {lead.awaited_checks.includes('solvency') ? <AwaitedChip /> : <Solvency isSolvent={lead.is_solvent} />}
        </Fact>
        <Fact label={t('lead.identity')}>
          {lead.awaited_checks.includes('identity') ? <AwaitedChip /> : <Identity isSamePerson={lead.is_same_person} />}
        </Fact>
      </Facts>
      <Facts>
        <Fact label={t('lead.phone')}>{lead.phone && formatPhone(lead.phone)}</Fact>
        <Fact label={t('lead.email')}>{lead.email}</Fact>
        <Fact label={t('lead.taxId')}>{lead.tax_id}</Fact>
        <Fact label={t('lead.cups')}>{lead.cups}</Fact>
        <Fact label={t('lead.language')}>{language && languageNames[language]}</Fact>
      </Facts>
      <Facts>
        <Fact label={t('lead.created')}>{instant(lead.created_at)}</Fact>
        <Fact label={t('lead.updated')}>{instant(lead.updated_at)}</Fact>
        {lead.expires_at && <Fact label={t('lead.expires')}>{instant(lead.expires_at)}</Fact>}
        {lead.customer && (
          <Fact label={t('lead.customer')}>
            <Link href={`/operator/customers/${lead.customer.id}`}>{lead.customer.name}</Link>
          </Fact>
        )}
        {lead.contract && <Fact label={t('lead.contract')}>{lead.contract}</Fact>}
        {lead.other_half !== null && (
          <Fact label={t('lead.otherHalf')}>
            <Link href={`/operator/leads/${lead.other_half}`}>
              {t('list.noName', { number: String(lead.other_half) })}
            </Link>
          </Fact>
        )}
      </Facts>
    </>
  )
}

const purposes = ['invoice', 'identity_front', 'identity_back', 'company', 'self_consumption'] as const

function Files({ lead: { id, documents } }: { lead: ReadLead }) {
  const t = useTranslations('desk-leads')
  const locale = useLocale()
  const purposeOf = (purpose: string) => {
    const known = purposes.find((each) => each === purpose)
    return known ? t(`purposes.${known}`) : purpose
  }
  return (
    <section className="stack" aria-labelledby="files-title">
      <h2 id="files-title">{t('lead.files')}</h2>
      {documents.length ? (
        <Rows>
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
        </Rows>
      ) : (
        <p className="soft">{t('lead.noFiles')}</p>
      )}
    </section>
  )
}
