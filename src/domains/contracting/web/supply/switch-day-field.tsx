import { useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { switchWindow } from '../../switch-day.ts'
import type { Wizard } from '../use-wizard.ts'

/** When the supply is switched: as soon as possible, or on a day within the window of the law. */
export function SwitchDayField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { first, last } = switchWindow(readMadridClock(new Date(useBoot().now)).day)
  const { switchDay = '' } = draft.installation
  return (
    <>
      <ChoiceList
        isRow
        legend={t('fields.switchDay')}
        hint={t('switchDay.hint')}
        options={[
          { value: 'soon', label: t('switchDay.soon') },
          { value: 'day', label: t('switchDay.chosen') },
        ]}
        value={switchDay === '' ? 'soon' : 'day'}
        onValue={(value) => set('installation', { switchDay: value === 'soon' ? '' : first })}
      />
      {switchDay !== '' && (
        <DateField
          id={idOf('switchDay')}
          label={t('switchDay.day')}
          hint={t('switchDay.dayHint')}
          error={errorOf('switchDay')}
          min={first}
          max={last}
          value={switchDay}
          // Cleared while another day is typed, it stays a named day.
          onValue={(day) => set('installation', { switchDay: day || ' ' })}
        />
      )}
    </>
  )
}
