import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { isOpen } from '#domains/support/rules.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadCase } from '../api.ts'
import { AnswerForm } from './answer-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { Messages } from './messages.tsx'
import { caseQuery, choicesQuery } from './queries.ts'
import { Due, Standing } from './standing.tsx'

export function load({ send, prefetch, params }: LoadContext) {
  return Promise.all([prefetch(caseQuery(send, params.id!)), prefetch(choicesQuery(send))])
}

/** A case: whose it is, by when it is to be answered, who looks after it, what was written, and the answer to it. */
export function CaseScreen() {
  const t = useTranslations('desk-cases.case')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: found } = useSuspenseQuery(caseQuery(useSend(), id))
  return (
    <>
      <div>
        <BackLink href="/operator/cases">{t('back')}</BackLink>
        <div className="line">
          <h1>{found.subject}</h1>
          <Standing state={found.state} />
        </div>
      </div>
      <About found={found} />
      {isOpen(found.state) && <AssignForm found={found} />}
      <Messages found={found} />
      {isOpen(found.state) ? <AnswerForm id={id} version={found.version} /> : <p className="soft">{t('closed')}</p>}
    </>
  )
}

function About({ found }: { found: ReadCase }) {
  const t = useTranslations('desk-cases.case')
  const locale = useLocale()
  const { customer, contract, contact, term, reading } = found
  return (
    <>
      <Facts>
        <Fact label={t('number')}>{found.number}</Fact>
        <Fact label={t('category')}>{found.category}</Fact>
        <Fact label={t('opened')}>{formatInstant(new Date(found.opened_at), locale)}</Fact>
        <Fact label={t('due')}>{term && <Due clock={found.clock} day={term.due_on} />}</Fact>
        {term?.norm && <Fact label={t('norm')}>{term.norm}</Fact>}
      </Facts>
      <Facts>
        {customer && (
          <>
            <Fact label={t('holder')}>
              <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
            </Fact>
            <Fact label={t('taxId')}>{customer.tax_id}</Fact>
          </>
        )}
        {contact && <Fact label={t('contact')}>{`${contact.email}, ${contact.mobile}`}</Fact>}
        {contract && (
          <>
            <Fact label={t('contract')}>{contract.name}</Fact>
            <Fact label={t('place')}>{contract.full_address}</Fact>
          </>
        )}
        {reading && (
          <Fact label={t('reading')}>
            {`${formatDay(reading.date, locale)}: ${reading.registers.join(' / ')} ${reading.unit === 'm3' ? 'm³' : 'kWh'}`}
          </Fact>
        )}
      </Facts>
    </>
  )
}
