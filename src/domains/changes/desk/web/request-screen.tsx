import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { paperBlank } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { RowList } from '#kit/web/list/row-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatPower } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RetailerMove } from '../../rules.ts'
import type { ChangeRequestDetails } from '../api.ts'
import { downloadChangeDocument } from '../downloads.ts'
import { changeKindName } from '../rules.ts'
import { ChangeRequestStatusBadge } from './change-request-status-badge.tsx'
import { MoveChangeDialog } from './move-change-dialog.tsx'
import { changeRequestQuery } from './queries.ts'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(changeRequestQuery(send, params.id!))
}

/** A change requested by a customer: its details, customer, documents and possible actions. */
export function RequestScreen() {
  const t = useTranslations('desk-changes')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: request } = useSuspenseQuery(changeRequestQuery(useSend(), id))
  const { kind, state, moves } = request
  const [move, setMove] = useState<RetailerMove | null>(null)
  return (
    <>
      <div>
        <BackLink href="/operator/requests">{t('request.back')}</BackLink>
        <div className="line">
          <h1>{t('request.heading', { kind: t(`kinds.${changeKindName(kind)}`), number: String(request.id) })}</h1>
          <ChangeRequestStatusBadge state={state} />
        </div>
      </div>
      <ChangeRequestFacts request={request} />
      <RequestedChangeSection request={request} />
      <DocumentsSection request={request} />
      {request.clock && <p className="soft">{t('actions.paused')}</p>}
      {state === 'waiting_for_signature' && <p className="soft">{t('actions.waiting')}</p>}
      {moves.length > 0 && (
        <div className="line">
          {moves.map((each) => (
            <Button
              key={each}
              variant={each === 'accept' || each === 'done' ? undefined : 'second'}
              onClick={() => setMove(each)}
            >
              {t(`actions.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {move && <MoveChangeDialog id={id} move={move} onClose={() => setMove(null)} />}
    </>
  )
}

type ChangeRequestProps = { request: ChangeRequestDetails }

function ChangeRequestFacts({ request }: ChangeRequestProps) {
  const t = useTranslations('desk-changes')
  const locale = useLocale()
  const { customer, contract, state, note } = request
  // Without a recorded refuser, the retailer refused it.
  const reason = request.reason ?? (state === 'refused' ? 'retailer' : null)
  const instant = (at: string) => formatInstant(new Date(at), locale)
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={t('request.asked')}>{instant(request.requested_at)}</DescriptionItem>
        <DescriptionItem label={t('request.by')}>{request.requested_by}</DescriptionItem>
        <DescriptionItem label={t('request.moved')}>{instant(request.updated_at)}</DescriptionItem>
        {reason && <DescriptionItem label={t('request.reason')}>{t(`reasons.${reason}`)}</DescriptionItem>}
        {note && <DescriptionItem label={t('request.note')}>{note}</DescriptionItem>}
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('request.holder')}>
          <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
        </DescriptionItem>
        <DescriptionItem label={t('request.taxId')}>{customer.tax_id}</DescriptionItem>
        <DescriptionItem label={t('request.contract')}>{contract.name}</DescriptionItem>
        <DescriptionItem label={t('request.cups')}>{contract.cups}</DescriptionItem>
        <DescriptionItem label={t('request.place')}>{contract.full_address}</DescriptionItem>
      </DescriptionList>
    </>
  )
}

function RequestedChangeSection({ request: { kind, power, printable_iban: iban, details } }: ChangeRequestProps) {
  const t = useTranslations('desk-changes.request')
  const locale = useLocale()
  const formatKilowatts = (kilowatts: number) => formatPower(Math.round(kilowatts * 1000), locale)
  return (
    <section className="stack" aria-labelledby="wanted-title">
      <h2 id="wanted-title">{t('wanted')}</h2>
      <DescriptionList>
        {power?.asked.map((kilowatts, index) => {
          const current = power.present[index]
          return (
            <DescriptionItem key={index} label={t('power', { period: `P${index + 1}` })}>
              {formatKilowatts(kilowatts)}
              {current !== undefined && ` (${t('before', { power: formatKilowatts(current) })})`}
            </DescriptionItem>
          )
        })}
        {power?.phone && <DescriptionItem label={t('phone')}>{power.phone}</DescriptionItem>}
        {iban && <DescriptionItem label={t('iban')}>{iban}</DescriptionItem>}
        {kind !== 'no_cession_sips' &&
          details.map(({ name, value }) => (
            <DescriptionItem key={name} label={name}>
              {value}
            </DescriptionItem>
          ))}
      </DescriptionList>
      {kind === 'no_cession_sips' && <p>{t('sips')}</p>}
    </section>
  )
}

function DocumentsSection({ request: { id, documents } }: ChangeRequestProps) {
  const t = useTranslations('desk-changes.request')
  const kindLabels = { original: t('document'), signed: t('signed'), file: '' }
  return (
    <section className="stack" aria-labelledby="documents-title">
      <h2 id="documents-title">{t('documents')}</h2>
      {documents.length ? (
        <RowList>
          {documents.map(({ id: documentId, kind, name }) => (
            <DownloadRow
              key={documentId}
              call={downloadChangeDocument}
              params={{ id: String(id), documentId }}
              glyph={paperBlank}
              title={name}
              detail={kindLabels[kind]}
            />
          ))}
        </RowList>
      ) : (
        <p className="soft">{t('noDocuments')}</p>
      )}
    </section>
  )
}
