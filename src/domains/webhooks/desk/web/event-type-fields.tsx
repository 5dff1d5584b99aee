import { useTranslations } from 'use-intl'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import type { EventType } from '../../rules.ts'
import { eventGroups } from '../rules.ts'
import styles from './webhooks.module.css'

type EventTypeFieldsProps = { types: readonly EventType[]; onTypes: (types: EventType[]) => void; error?: string }

/** The event types sent to an endpoint, in groups. */
export function EventTypeFields({ types, onTypes, error }: EventTypeFieldsProps) {
  const t = useTranslations('desk-webhooks')
  return (
    <fieldset className={styles.choice}>
      <legend>{t('form.types')}</legend>
      <ErrorBanner>{error}</ErrorBanner>
      {eventGroups.map((group) => (
        <fieldset key={group.name} className={styles.group}>
          <legend>{t(`groups.${group.name}` as 'groups.request')}</legend>
          {group.types.map((type) => (
            <Checkbox
              key={type}
              label={t(`events.${type}`)}
              hint={type}
              checked={types.includes(type)}
              onChange={({ target }) =>
                onTypes(target.checked ? [...types, type] : types.filter((each) => each !== type))
              }
            />
          ))}
        </fieldset>
      ))}
    </fieldset>
  )
}
