import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { RetailerMove } from '#domains/changes/rules.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { paperBlank } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Rows } from '#kit/web/rows.tsx'
import { formatPower } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadChangeRequest } from '../api.ts'
import { downloadChangeDocument } from '../downloads.ts'
import { kindName } from '../rules.ts'
import { MoveDialog } from './move-dialog.tsx'
import { requestQuery } from './queries.ts'
import { Standing } from './standing.tsx'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(requestQuery(send, params.id!))
}

/** A change that a customer has asked for: what, whose, on which papers, and what can be done with it. */
export function RequestScreen() {
  const t = useTranslations('desk-requests')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: request } = useSuspenseQuery(requestQuery(useSend(), id))
  const { kind, state, moves } = request
  const [move, setMove] = useState<RetailerMove | null>(null)
  return (
    <>
      <div>
        <BackLink href="/operator/requests">{t('request.back')}</BackLink>
        <div className="line">
          <h1>{t('request.heading', { kind: t(`kinds.${kindName(kind)}`), number: String(request.id) })}</h1>
          <Standing state={state} />
        </div>
      </div>
      <About request={request} />
      <Wanted request={request} />
      <Documents request={request} />
      {state === 'waiting_for_signature' && <p className="soft">{t('actions.waiting')}</p>}
      {moves.length > 0 && (
        <div className="line">
          {moves.map((each) => (
            <Button key={each} variant={each === 'refuse' ? 'second' : undefined} onClick={() => setMove(each)}>
              {t(`actions.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {move && <MoveDialog id={id} move={move} onClose={() => setMove(null)} />}
    </>
  )
}

type Part = { request: ReadChangeRequest }

function About({ request }: Part) {
  const t = useTranslations('desk-requests')
  const locale = useLocale()
  const { customer, contract, state, note } = request
  // What nobody else has refused was refused here.
  const reason = request.reason ?? (state === 'refused' ? 'retailer' : null)
  const instant = (at: string) => formatInstant(new Date(at), locale)
  return (
    <>
      <Facts>
        <Fact label={t('request.asked')}>{instant(request.requested_at)}</Fact>
        <Fact label={t('request.by')}>{request.requested_by}</Fact>
        <Fact label={t('request.moved')}>{instant(request.updated_at)}</Fact>
        {reason && <Fact label={t('request.reason')}>{t(`reasons.${reason}`)}</Fact>}
        {note && <Fact label={t('request.note')}>{note}</Fact>}
      </Facts>
      <Facts>
        <Fact label={t('request.holder')}>
          <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
        </Fact>
        <Fact label={t('request.taxId')}>{customer.tax_id}</Fact>
        <Fact label={t('request.contract')}>{contract.name}</Fact>
        <Fact label={t('request.cups')}>{contract.cups}</Fact>
        <Fact label={t('request.place')}>{contract.full_address}</Fact>
      </Facts>
    </>
  )
}

function Wanted({ request: { kind, power, printable_iban: iban, details } }: Part) {
  const t = useTranslations('desk-requests.request')
  const locale = useLocale()
  const written = (kilowatts: number) => formatPower(Math.round(kilowatts * 1000), locale)
  return (
    <section className="stack" aria-labelledby="wanted-title">
      <h2 id="wanted-title">{t('wanted')}</h2>
      <Facts>
        {power?.asked.map((asked, place) => {
          const present = power.present[place]
          return (
            <Fact key={place} label={t('power', { period: `P${place + 1}` })}>
              {written(asked)}
              {present !== undefined && ` (${t('before', { power: written(present) })})`}
            </Fact>
          )
        })}
        {power?.phone && <Fact label={t('phone')}>{power.phone}</Fact>}
        {iban && <Fact label={t('iban')}>{iban}</Fact>}
        {kind !== 'no_cession_sips' &&
          details.map(({ name, value }) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
      </Facts>
      {kind === 'no_cession_sips' && <p>{t('sips')}</p>}
    </section>
  )
}

function Documents({ request: { id, documents } }: Part) {
  const t = useTranslations('desk-requests.request')
  const words = { original: t('document'), signed: t('signed'), file: '' }
  return (
    <section className="stack" aria-labelledby="documents-title">
      <h2 id="documents-title">{t('documents')}</h2>
      {documents.length ? (
        <Rows>
          {documents.map(({ id: documentId, kind, name }) => (
            <DownloadRow
              key={documentId}
              call={downloadChangeDocument}
              params={{ id: String(id), documentId }}
              glyph={paperBlank}
              title={name}
              detail={words[kind]}
            />
          ))}
        </Rows>
      ) : (
        <p className="soft">{t('noDocuments')}</p>
      )}
    </section>
  )
}
