import { useTranslations } from 'use-intl'
import type { EventType } from '#domains/webhooks/rules.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { eventGroups } from '../rules.ts'
import styles from './webhooks.module.css'

type EventChoiceProps = { types: readonly EventType[]; onTypes: (types: EventType[]) => void; error?: string }

/** Which events an endpoint is told of, in groups. */
export function EventChoice({ types, onTypes, error }: EventChoiceProps) {
  const t = useTranslations('desk-webhooks')
  return (
    <fieldset className={styles.choice}>
      <legend>{t('form.types')}</legend>
      <Failure>{error}</Failure>
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
