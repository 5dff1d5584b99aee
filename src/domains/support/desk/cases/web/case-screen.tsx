import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { languageNames } from '#vocabulary/locale.ts'
import { isOpenCase } from '../../../rules.ts'
import { describeCaseLine } from '../../../web/cases/describe-case-line.ts'
import type { CaseDetails } from '../api.ts'
import { AnswerAct, ReopenCase } from './answer-acts.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { CallActs } from './call-acts.tsx'
import { ReceiptAct, SuspensionStopActs } from './care-acts.tsx'
import { CaseMessages } from './case-messages.tsx'
import { CaseStatusBadge, DueDay } from './case-status-badge.tsx'
import { caseQuery, choicesQuery } from './queries.ts'
import { SupervisorAct } from './supervisor-act.tsx'

export function load({ send, prefetch, params }: LoadContext) {
  return Promise.all([prefetch(caseQuery(send, params.id!)), prefetch(choicesQuery(send))])
}

/** A case with its customer, response deadline, assignee, messages and reply form. */
export function CaseScreen() {
  const t = useTranslations('desk-cases.case')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: details } = useSuspenseQuery(caseQuery(useSend(), id))
  return (
    <>
      <div>
        <BackLink href="/operator/cases">{t('back')}</BackLink>
        <div className="line">
          <h1>{details.subject}</h1>
          <CaseStatusBadge state={details.state} closure={details.closure} />
        </div>
      </div>
      <SupervisorAct details={details} />
      <CaseFacts details={details} />
      {isOpenCase(details.state) && <AssignForm details={details} />}
      {details.call_back && <CallActs details={details} />}
      {details.contract && <SuspensionStopActs details={details} />}
      <CaseMessages details={details} />
      {isOpenCase(details.state) ? <AnswerForm id={id} details={details} /> : <ReopenCase id={id} />}
    </>
  )
}

function CaseFacts({ details }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.case')
  const locale = useLocale()
  const { customer, contract, contact, term, reading } = details
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={t('number')}>{details.number}</DescriptionItem>
        <DescriptionItem label={t('category')}>{details.category}</DescriptionItem>
        <DescriptionItem label={t('opened')}>{formatInstant(new Date(details.opened_at), locale)}</DescriptionItem>
        <DescriptionItem label={t('due')}>
          {term && (
            <DueDay clock={details.clock} day={term.due_on} at={term.unit === 'hours' ? (term.due_at ?? null) : null} />
          )}
        </DescriptionItem>
        <DescriptionItem label={t('language')}>{languageNames[details.language]}</DescriptionItem>
        <DescriptionItem label={t('receipt')}>
          <ReceiptAct details={details} />
        </DescriptionItem>
        <DescriptionItem label={t('answer')}>
          <AnswerAct details={details} />
        </DescriptionItem>
        {details.formats.length > 0 && (
          <DescriptionItem label={t('formats')}>
            {details.formats.map((format) => t(`formatNames.${format}`)).join(', ')}
          </DescriptionItem>
        )}
        {details.rating && (
          <DescriptionItem label={t('rating')}>
            {[t('ratingValue', { rating: details.rating }), details.rating_remark].filter(Boolean).join(': ')}
          </DescriptionItem>
        )}
        {term?.norm && <DescriptionItem label={t('norm')}>{term.norm}</DescriptionItem>}
      </DescriptionList>
      <DescriptionList>
        {customer && (
          <>
            <DescriptionItem label={t('holder')}>
              <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
            </DescriptionItem>
            <DescriptionItem label={t('taxId')}>{customer.tax_id}</DescriptionItem>
          </>
        )}
        {contact && <DescriptionItem label={t('contact')}>{`${contact.email}, ${contact.mobile}`}</DescriptionItem>}
        {contract && (
          <>
            <DescriptionItem label={t('contract')}>{contract.name}</DescriptionItem>
            <DescriptionItem label={t('place')}>{contract.full_address}</DescriptionItem>
          </>
        )}
        {details.invoice_line && (
          <DescriptionItem label={t('subjectInvoice')}>
            {`${details.invoice_line.number}, ${formatMoney(Math.round(details.invoice_line.amount_total * 100), locale)}`}
          </DescriptionItem>
        )}
        {details.invoice_line?.line && (
          <DescriptionItem label={t('subjectLine')}>
            {describeCaseLine(details.invoice_line.line, locale)}
          </DescriptionItem>
        )}
        {reading && (
          <DescriptionItem label={t('reading')}>
            {`${formatDay(reading.date, locale)}: ${reading.registers.join(' / ')} ${reading.unit === 'm3' ? 'm³' : 'kWh'}`}
          </DescriptionItem>
        )}
      </DescriptionList>
    </>
  )
}
