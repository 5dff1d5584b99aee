import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { CouponCode } from '../api.ts'
import { type CodesView, campaignsKey, codesQuery } from './queries.ts'

const tones = { open: 'notice', over: 'plain', off: 'plain' } as const

/** The codes of a campaign with their owners, the leads that used them, and switches for unused ones. */
export function CodesTable({ id, path, view }: { id: string; path: string; view: CodesView }) {
  const t = useTranslations('desk-coupons')
  const texts = useTranslations('desk-coupons.codes')
  const send = useSend()
  const { data } = useSuspenseQuery(codesQuery(send, id, view))
  const { run, isBusy, failure } = useAction({
    desk: 'desk-coupons',
    invalidatedKey: campaignsKey,
    successMessage: () => t('campaign.switched'),
    action: async ({ code, active }: { code: CouponCode; active: boolean }) =>
      send((await import('../api.ts')).switchCode, { params: { id: String(code.id) }, body: { active } }),
  })
  const columns = useColumns({ isBusy, onSwitch: run })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, texts, columns }} page={data} rowKey={(code) => code.id} />
    </>
  )
}

type CodeActions = { isBusy: boolean; onSwitch: (change: { code: CouponCode; active: boolean }) => void }

function useColumns(actions: CodeActions): Column<CouponCode>[] {
  const t = useTranslations('desk-coupons')
  const texts = useTranslations('desk-coupons.codes')
  const locale = useLocale()
  const at = (instant: string | null) => (instant === null ? '—' : formatInstant(new Date(instant), locale))
  return [
    {
      key: 'code',
      header: texts('code'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ code, is_public: isPublic }) => (isPublic ? texts('public') : code),
    },
    {
      key: 'state',
      header: texts('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) =>
        state === 'redeemed' ? t('states.redeemed') : <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
    },
    { key: 'issued', header: texts('issued'), cell: (code) => at(code.issued_at) },
    {
      key: 'expires',
      header: texts('expires'),
      listPosition: 'note',
      cell: (code) => formatDay(code.expires_on, locale),
    },
    {
      key: 'customer',
      header: texts('customer'),
      listPosition: 'second',
      cell: ({ customer }) =>
        customer ? <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link> : '—',
    },
    { key: 'redeemed', header: texts('redeemed'), cell: (code) => at(code.redeemed_at) },
    {
      key: 'lead',
      header: texts('lead'),
      listPosition: 'secondEnd',
      cell: ({ lead_id: lead }) =>
        lead === null ? '—' : <Link href={`/operator/leads/${lead}`}>{texts('leadOf', { number: String(lead) })}</Link>,
    },
    {
      key: 'actions',
      header: texts('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (code) => code.state !== 'redeemed' && <CodeSwitch code={code} {...actions} />,
    },
  ]
}

function CodeSwitch({ code, isBusy, onSwitch }: CodeActions & { code: CouponCode }) {
  const t = useTranslations('desk-coupons')
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={t(code.state === 'off' ? 'codes.onOf' : 'codes.offOf', { code: code.code })}
      onClick={() => onSwitch({ code, active: code.state === 'off' })}
    >
      {t(code.state === 'off' ? 'codes.on' : 'codes.off')}
    </Button>
  )
}
