import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { currentIn } from '#kit/web/use-seen-version.ts'
import type { Preferences } from '../api.ts'
import { type OptionalTopic, optionalTopics } from '../rules.ts'
import styles from './preferences-form.module.css'
import { preferencesQuery } from './queries.ts'

/** A box for each topic that one can do without, and what is told in any case. */
export function PreferencesForm() {
  const t = useTranslations('messages')
  const send = useSend()
  const say = useToast()
  const queryClient = useQueryClient()
  const { data: preferences } = useSuspenseQuery(preferencesQuery(send))
  const readonlyReason = useReadonlyReason()
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const isWanted = (topic: OptionalTopic) => preferences.topics.some((each) => each.topic === topic && each.wanted)

  const [current, setCurrent] = useState<Preferences>()
  const [takenCount, setTakenCount] = useState(0)
  const keep = (next: Preferences) => queryClient.setQueryData(preferencesQuery(send).queryKey, next)
  const wantedNow = optionalTopics.filter(isWanted).map((topic) => t(`topics.${topic}`))

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = new FormData(event.currentTarget).getAll('topic')
    setState('saving')
    try {
      const { changePreferences } = await import('../api.ts')
      const unwanted = optionalTopics.filter((topic) => !wanted.includes(topic))
      keep(await send(changePreferences, { body: { unwanted, version: preferences.version } }))
      setCurrent(undefined)
      setState('idle')
      say(t('preferences.saved'))
    } catch (thrown) {
      const standing = currentIn(thrown) as Preferences | undefined
      setCurrent(standing)
      // Saving again goes over what stands now, which is told.
      if (standing) keep(standing)
      setState(standing ? 'idle' : 'failed')
    }
  }

  /** Ticks the boxes as they stand now. */
  function take() {
    setCurrent(undefined)
    setTakenCount((count) => count + 1)
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <p className="soft">
        {preferences.email ? t('preferences.where', { email: preferences.email }) : t('preferences.nowhere')}
      </p>
      <Failure>{state === 'failed' && t('preferences.failed')}</Failure>
      <ChangedMeanwhile current={current} onTake={take}>
        {wantedNow.join(', ') || '—'}
      </ChangedMeanwhile>
      <fieldset key={takenCount} className={styles.group}>
        <legend>{t('preferences.optional')}</legend>
        {optionalTopics.map((topic) => (
          <Checkbox
            key={topic}
            name="topic"
            value={topic}
            label={t(`topics.${topic}`)}
            hint={t(`preferences.hints.${topic}`)}
            defaultChecked={isWanted(topic)}
            disabled={readonlyReason !== undefined}
            title={readonlyReason}
          />
        ))}
      </fieldset>
      <div className="line">
        <Button type="submit" isBusy={state === 'saving'} whyNot={readonlyReason}>
          {t('preferences.save')}
        </Button>
      </div>
      <section className={styles.group} aria-labelledby="always">
        <h2 id="always">{t('preferences.required')}</h2>
        <p className="soft">{t('preferences.requiredWhy')}</p>
        <dl className={styles.always}>
          {preferences.topics
            .filter(({ required }) => required)
            .map(({ topic }) => (
              <div key={topic}>
                <dt>{t(`topics.${topic}`)}</dt>
                <dd>{t(`preferences.hints.${topic}`)}</dd>
              </div>
            ))}
        </dl>
      </section>
    </form>
  )
}
