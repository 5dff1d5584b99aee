import { useTranslations } from 'use-intl'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarRoles } from '../../norms/roles.ts'
import type { ListedHoliday } from '../api.ts'
import { holidaysKey, holidaysQuery } from './queries.ts'

const HolidayDialog = lazyPart(async () => (await import('./holiday-dialog.tsx')).HolidayDialog)
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** The holidays of places besides the national ones, by day. */
const holidaysPage = listPage({
  path: '/operator/holidays',
  texts: 'desk-holidays',
  query: holidaysQuery,
  useControls: () => useOpenDialog<'add' | 'import'>(),
  action: ({ controls, t }) => (
    <RoleButton icon={plus} roles={calendarRoles} onClick={() => controls.open('add')}>
      {t('add')}
    </RoleButton>
  ),
  filters: { year: { label: 'year', any: 'thisYear', useOptions: useYearOptions, parse: parseYear } },
  columns: [
    { header: 'day', kind: 'name', listPosition: 'title', cell: ({ day }, { day: format }) => format(day) },
    { header: 'name', listPosition: 'second', cell: ({ name }) => name },
    {
      header: 'place',
      listPosition: 'titleEnd',
      cell: ({ place, place_name: name }, { t }) => (place === 'ES' ? t('country') : name),
    },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: (holiday) => <RemoveButton holiday={holiday} />,
    },
  ],
  rowKey: ({ place, day }) => `${place} ${day}`,
  below: ({ view: { year }, controls }) => (
    <YearActions year={year as number | undefined} onImport={() => controls.open('import')} />
  ),
  dialog: ({ controls: { edit, close } }) =>
    edit && (edit === 'add' ? <HolidayDialog onClose={close} /> : <ImportDialog onClose={close} />),
})

export const load = loadListPage(holidaysPage)

export function HolidaysScreen() {
  return <ListPageView page={holidaysPage} />
}

function parseYear(text: string): number | undefined {
  return /^20\d\d$/.test(text) ? Number(text) : undefined
}

/** The years around the present one, for which holidays are published. */
function useYearOptions() {
  const { now } = useBoot()
  const year = Number(now.slice(0, 4))
  return [-1, 1, 2].map((step) => ({ value: String(year + step), label: String(year + step) }))
}

function RemoveButton({ holiday: { place, day, name } }: { holiday: ListedHoliday }) {
  const t = useTranslations('desk-holidays')
  const send = useSend()
  const disabledReason = useRoleDisabledReason(calendarRoles)
  const { run } = useAction({
    desk: 'desk-holidays',
    invalidatedKey: holidaysKey,
    successMessage: () => t('removed'),
    action: async (_: null) => send((await import('../api.ts')).removeHoliday, { params: { place, day } }),
  })
  return (
    <ConfirmButton
      label={t('remove', { name })}
      confirmLabel={t('removeSure')}
      disabledReason={disabledReason}
      onConfirm={() => run(null)}
    />
  )
}

function YearActions({ year, onImport }: { year: number | undefined; onImport: () => void }) {
  const t = useTranslations('desk-holidays')
  const send = useSend()
  const { now } = useBoot()
  const target = year ?? Number(now.slice(0, 4))
  const { run, isBusy, failure } = useAction({
    desk: 'desk-holidays',
    invalidatedKey: holidaysKey,
    successMessage: (_, { added }) => t('copied', { count: added }),
    action: async (_: null) => send((await import('../api.ts')).copyHolidays, { body: { year: target } }),
  })
  return (
    <div className="stack">
      <div className="line">
        <RoleButton roles={calendarRoles} variant="second" isBusy={isBusy} onClick={() => run(null)}>
          {t('copy', { from: String(target - 1), to: String(target) })}
        </RoleButton>
        <RoleButton roles={calendarRoles} variant="second" onClick={onImport}>
          {t('import')}
        </RoleButton>
      </div>
      <p className="soft" aria-live="polite">
        {failure ?? t('copyHint')}
      </p>
    </div>
  )
}
