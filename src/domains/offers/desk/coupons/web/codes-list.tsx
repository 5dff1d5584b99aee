import { useTranslations } from 'use-intl'
import { listPage } from '#kit/backoffice/web/list-page.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { CouponCode } from '../api.ts'
import { codeFilters } from '../rules.ts'
import { campaignsKey, codesQuery } from './queries.ts'

const tones = { open: 'notice', over: 'plain', off: 'plain' } as const

/** The codes of a campaign with their owners, the leads that used them, and switches for unused ones. */
export function codesListOf(id: string) {
  return listPage({
    path: `/operator/campaigns/${id}`,
    texts: 'desk-coupons',
    list: 'list',
    keys: {
      label: 'codes.label',
      caption: 'codes.caption',
      noneTitle: 'codes.noneTitle',
      noneText: 'codes.noneText',
    },
    query: codesQuery(id),
    filters: {
      state: {
        label: 'codes.show',
        values: codeFilters,
        initial: 'all',
        nameOf: (state, t) => (state === 'all' ? t('codes.all') : t(`states.${state}`)),
      },
    },
    useActions: useSwitchCode,
    columns: [
      {
        header: 'codes.code',
        kind: 'name',
        listPosition: 'title',
        cell: ({ code, is_public: isPublic }, { t }) => (isPublic ? t('codes.public') : code),
      },
      {
        header: 'codes.state',
        listPosition: 'titleEnd',
        cell: ({ state }, { t }) =>
          state === 'redeemed' ? t('states.redeemed') : <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
      },
      { header: 'codes.issued', cell: (code, { instant }) => instant(code.issued_at) },
      { header: 'codes.expires', listPosition: 'note', cell: (code, { day }) => day(code.expires_on) },
      {
        header: 'codes.customer',
        listPosition: 'second',
        cell: ({ customer }) =>
          customer ? <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link> : '—',
      },
      { header: 'codes.redeemed', cell: (code, { instant }) => instant(code.redeemed_at) },
      {
        header: 'codes.lead',
        listPosition: 'secondEnd',
        cell: ({ lead_id: lead }, { t }) =>
          lead === null ? (
            '—'
          ) : (
            <Link href={`/operator/leads/${lead}`}>{t('codes.leadOf', { number: String(lead) })}</Link>
          ),
      },
      {
        header: 'codes.actions',
        kind: 'actions',
        listPosition: 'last',
        cell: (code, { actions }) => code.state !== 'redeemed' && <CodeSwitch code={code} {...actions} />,
      },
    ],
    rowKey: (code) => code.id,
  })
}

function useSwitchCode() {
  const t = useTranslations('desk-coupons.campaign')
  const send = useSend()
  return useAction({
    desk: 'desk-coupons',
    invalidatedKey: campaignsKey,
    successMessage: () => t('switched'),
    action: async ({ code, active }: { code: CouponCode; active: boolean }) =>
      send((await import('../api.ts')).switchCode, { params: { id: String(code.id) }, body: { active } }),
  })
}

function CodeSwitch({ code, isBusy, run }: ReturnType<typeof useSwitchCode> & { code: CouponCode }) {
  const t = useTranslations('desk-coupons')
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={t(code.state === 'off' ? 'codes.onOf' : 'codes.offOf', { code: code.code })}
      onClick={() => run({ code, active: code.state === 'off' })}
    >
      {t(code.state === 'off' ? 'codes.on' : 'codes.off')}
    </Button>
  )
}
