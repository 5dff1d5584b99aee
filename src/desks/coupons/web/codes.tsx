import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Code } from '../api.ts'
import { type CodesView, campaignsKey, codesQuery } from './queries.ts'

const tones = { open: 'notice', over: 'plain', off: 'plain' } as const

/** The codes of a campaign: whose they are, by which lead they were used, and those that can be switched off. */
export function Codes({ id, path, view }: { id: string; path: string; view: CodesView }) {
  const t = useTranslations('desk-coupons')
  const words = useTranslations('desk-coupons.codes')
  const locale = useLocale()
  const send = useSend()
  const { data } = useSuspenseQuery(codesQuery(send, id, view))
  const { go, isBusy, failure } = useAct({
    desk: 'desk-coupons',
    stale: campaignsKey,
    done: () => t('campaign.switched'),
    act: async ({ code, active }: { code: Code; active: boolean }) =>
      send((await import('../api.ts')).switchCode, { params: { id: String(code.id) }, body: { active } }),
  })
  const at = (instant: string | null) => (instant === null ? '—' : formatInstant(new Date(instant), locale))
  const columns: Column<Code>[] = [
    {
      key: 'code',
      header: words('code'),
      kind: 'name',
      place: 'title',
      cell: ({ code, is_public: isPublic }) => (isPublic ? words('public') : code),
    },
    {
      key: 'state',
      header: words('state'),
      place: 'titleEnd',
      cell: ({ state }) =>
        state === 'redeemed' ? t('states.redeemed') : <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>,
    },
    { key: 'issued', header: words('issued'), cell: (code) => at(code.issued_at) },
    { key: 'expires', header: words('expires'), place: 'note', cell: (code) => formatDay(code.expires_on, locale) },
    {
      key: 'customer',
      header: words('customer'),
      place: 'second',
      cell: ({ customer }) =>
        customer ? <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link> : '—',
    },
    { key: 'redeemed', header: words('redeemed'), cell: (code) => at(code.redeemed_at) },
    {
      key: 'lead',
      header: words('lead'),
      place: 'secondEnd',
      cell: ({ lead_id: lead }) =>
        lead === null ? '—' : <Link href={`/operator/leads/${lead}`}>{words('leadOf', { number: String(lead) })}</Link>,
    },
    {
      key: 'actions',
      header: words('actions'),
      kind: 'actions',
      place: 'last',
      cell: (code) =>
        code.state !== 'redeemed' && (
          <Button
            variant="quiet"
            isSmall
            isBusy={isBusy}
            aria-label={t(code.state === 'off' ? 'codes.onOf' : 'codes.offOf', { code: code.code })}
            onClick={() => go({ code, active: code.state === 'off' })}
          >
            {t(code.state === 'off' ? 'codes.on' : 'codes.off')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, words, columns }} found={data} rowKey={(code) => code.id} />
    </>
  )
}
