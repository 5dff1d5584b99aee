import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Combobox } from '#kit/web/form/combobox.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { householdActivityId } from '../../installation-rules.ts'
import { activitiesQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

/** The field for the activity of a business, by the official classification. */
export function ActivityField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard.activity')
  const { draft, set, idOf, errorOf } = wizard
  const { activityId } = draft.installation
  const locale = useLocale() as Locale
  const activities = useQuery(activitiesQuery(useSend(), locale)).data ?? []
  const options = activities
    .filter(({ id }) => id !== householdActivityId)
    .map(({ id, name, descripcio }) => ({ value: String(id), label: descripcio, detail: name }))
  return (
    <Combobox
      id={idOf('activity')}
      label={t('label')}
      hint={t('hint')}
      error={errorOf('activity')}
      noMatchMessage={t('none')}
      matchCountMessage={(count) => t('matchCount', { count })}
      options={options}
      value={activityId === null ? '' : String(activityId)}
      onValue={(value) =>
        set('installation', {
          activityId: value === '' ? null : Number(value),
          activityName: options.find((option) => option.value === value)?.label ?? '',
        })
      }
    />
  )
}
