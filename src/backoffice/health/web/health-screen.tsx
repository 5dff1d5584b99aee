import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { brandOf, isBranded } from '#outside/payments/platforms.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { SystemHealth } from '../api.ts'
import { type SystemName, systemStates } from '../rules.ts'
import { healthKey, healthQuery } from './queries.ts'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(healthQuery(send))
}

const tones = {
  paused: 'negative',
  failing: 'negative',
  late: 'warning',
  working: 'positive',
  unasked: 'notice',
  own: 'notice',
  off: 'plain',
} as const

/** The health of the systems that the portal depends on, failing ones first. */
export function HealthScreen() {
  const t = useTranslations('desk-health')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about')}</p>
      <RetryBoundary title={t('failedTitle')} message={t('failedText')} resetKey="health">
        <SystemsTable />
      </RetryBoundary>
    </>
  )
}

function SystemsTable() {
  const t = useTranslations('desk-health')
  const failureText = useErrorText('desk-health')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const { data } = useSuspenseQuery(healthQuery(send))
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (system: SystemName) => send((await import('../api.ts')).probeSystem, { params: { system } }),
    onSuccess: async ({ state }) => {
      toast(t(state === 'failing' ? 'probe.failed' : 'probe.answered'))
      await client.invalidateQueries({ queryKey: healthKey })
    },
  })
  const columns = useColumns({ probing: isPending ? variables : undefined, onProbe: mutate })
  const rank = ({ state }: SystemHealth) => systemStates.indexOf(state)
  const rows = [...data.items].sort((one, other) => rank(one) - rank(other))
  return (
    <>
      {!data.four_eyes && <Banner tone="warning">{t('fourEyesOff')}</Banner>}
      <ErrorBanner>{error && failureText(error)}</ErrorBanner>
      <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ system }) => system} />
    </>
  )
}

type ProbeActions = {
  /** The system that is being probed. */
  probing: SystemName | undefined
  onProbe: (system: SystemName) => void
}

function useColumns({ probing, onProbe }: ProbeActions): Column<SystemHealth>[] {
  const t = useTranslations('desk-health')
  const locale = useLocale()
  // Most systems have never failed; a dash for each would fill a small screen.
  const instant = (at: string | null) => at && formatInstant(new Date(at), locale)
  return [
    {
      key: 'system',
      header: t('system'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ system }) => (isBranded(system) ? brandOf(system) : t(`systems.${system}`)),
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: 'answered',
      header: t('answered'),
      listPosition: 'second',
      cell: ({ answered_at: at, last_day: day }) => (day ? t('lastDay', { day: formatDay(day, locale) }) : instant(at)),
    },
    {
      key: 'failed',
      header: t('failed'),
      listPosition: 'note',
      cell: ({ failed_at: at, failure, open_until: until, put_aside: count }) => (
        <>
          {at && failure && `${instant(at)}: ${t(`failures.${failure}`)}`}
          {until && ` ${t('paused', { at: instant(until)! })}`}
          {count > 0 && <Link href="/operator/payments/reports">{t('putAside', { count })}</Link>}
        </>
      ),
    },
    {
      key: 'probe',
      header: t('probe.ask'),
      kind: 'actions',
      listPosition: 'last',
      cell: ({ system, can_probe: canProbe }) =>
        canProbe && (
          <Button variant="second" isSmall isBusy={probing === system} onClick={() => onProbe(system)}>
            {t('probe.ask')}
          </Button>
        ),
    },
  ]
}
