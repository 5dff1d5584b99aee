import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Code } from '../api.ts'
import { type CodesView, campaignsKey, codesQuery } from './queries.ts'

const tones = { open: 'notice', over: 'plain', off: 'plain' } as const

/** The codes of a campaign: whose they are, by which lead they were used, and those that can be switched off. */
export function Codes({ id, path, view }: { id: string; path: string; view: CodesView }) {
  const t = useTranslations('desk-coupons')
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
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('codes.noneTitle')}>
        {t('codes.noneWords')}
      </Empty>
    )
  const at = (instant: string | null) => (instant === null ? '—' : formatInstant(new Date(instant), locale))
  const columns: Column<Code>[] = [
    {
      key: 'code',
      header: t('codes.code'),
      kind: 'name',
      place: 'title',
      cell: ({ code, is_public: isPublic }) => (isPublic ? t('codes.public') : code),
    },
    {
      key: 'state',
      header: t('codes.state'),
      place: 'titleEnd',
      cell: ({ state }) =>
        state === 'redeemed' ? t('states.redeemed') : <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>,
    },
    { key: 'issued', header: t('codes.issued'), cell: (code) => at(code.issued_at) },
    { key: 'expires', header: t('codes.expires'), place: 'note', cell: (code) => formatDay(code.expires_on, locale) },
    {
      key: 'customer',
      header: t('codes.customer'),
      place: 'second',
      cell: ({ customer }) =>
        customer ? <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link> : '—',
    },
    { key: 'redeemed', header: t('codes.redeemed'), cell: (code) => at(code.redeemed_at) },
    {
      key: 'lead',
      header: t('codes.lead'),
      place: 'secondEnd',
      cell: ({ lead_id: lead }) =>
        lead === null ? (
          '—'
        ) : (
          <Link href={`/operator/leads/${lead}`}>{t('codes.leadOf', { number: String(lead) })}</Link>
        ),
    },
    {
      key: 'actions',
      header: t('codes.actions'),
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
      {failure && (
        <Banner tone="negative" isNews>
          {failure}
        </Banner>
      )}
      <Table caption={t('codes.caption')} columns={columns} rows={data.items} rowKey={(code) => code.id} />
      <ListPager path={path} view={{ q: view.q, state: view.state }} offset={view.offset} total={data.total} />
    </>
  )
}
