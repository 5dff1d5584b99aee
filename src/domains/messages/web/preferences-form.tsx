import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { Preferences } from '../api.ts'
import { type OptionalTopic, optionalTopics } from '../rules.ts'
import styles from './preferences-form.module.css'
import { preferencesQuery } from './queries.ts'

/** Shows a checkbox for each optional topic, and lists the required ones. */
export function PreferencesForm() {
  const t = useTranslations('messages')
  const send = useSend()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: preferences } = useSuspenseQuery(preferencesQuery(send))
  const readonlyReason = useReadonlyReason()
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const isSubscribed = (topic: OptionalTopic) => preferences.topics.some((each) => each.topic === topic && each.wanted)

  const [current, setCurrent] = useState<Preferences>()
  const [resetCount, setResetCount] = useState(0)
  const cachePreferences = (next: Preferences) => queryClient.setQueryData(preferencesQuery(send).queryKey, next)
  const subscribedTopics = optionalTopics.filter(isSubscribed).map((topic) => t(`topics.${topic}`))

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const checked = new FormData(event.currentTarget).getAll('topic')
    setState('saving')
    try {
      const { changePreferences } = await import('../api.ts')
      const unwanted = optionalTopics.filter((topic) => !checked.includes(topic))
      cachePreferences(await send(changePreferences, { body: { unwanted, version: preferences.version } }))
      setCurrent(undefined)
      setState('idle')
      toast(t('preferences.saved'))
    } catch (thrown) {
      const latest = currentValuesIn(thrown) as Preferences | undefined
      setCurrent(latest)
      // Saving again overwrites the current preferences, which the banner shows.
      if (latest) cachePreferences(latest)
      setState(latest ? 'idle' : 'failed')
    }
  }

  /** Resets the checkboxes to the current preferences. */
  function showCurrent() {
    setCurrent(undefined)
    setResetCount((count) => count + 1)
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <p className="soft">
        {preferences.email ? t('preferences.where', { email: preferences.email }) : t('preferences.nowhere')}
      </p>
      <ErrorBanner>{state === 'failed' && t('preferences.failed')}</ErrorBanner>
      <StaleEditBanner current={current} onAcceptCurrent={showCurrent}>
        {subscribedTopics.join(', ') || '—'}
      </StaleEditBanner>
      <OptionalTopics key={resetCount} isSubscribed={isSubscribed} />
      <div className="line">
        <Button type="submit" isBusy={state === 'saving'} disabledReason={readonlyReason}>
          {t('preferences.save')}
        </Button>
      </div>
      <RequiredTopics preferences={preferences} />
    </form>
  )
}

function OptionalTopics({ isSubscribed }: { isSubscribed: (topic: OptionalTopic) => boolean }) {
  const t = useTranslations('messages')
  const readonlyReason = useReadonlyReason()
  return (
    <fieldset className={styles.group}>
      <legend>{t('preferences.optional')}</legend>
      {optionalTopics.map((topic) => (
        <Checkbox
          key={topic}
          name="topic"
          value={topic}
          label={t(`topics.${topic}`)}
          hint={t(`preferences.hints.${topic}`)}
          defaultChecked={isSubscribed(topic)}
          disabled={readonlyReason !== undefined}
          title={readonlyReason}
        />
      ))}
    </fieldset>
  )
}

function RequiredTopics({ preferences }: { preferences: Preferences }) {
  const t = useTranslations('messages')
  return (
    <section className={styles.group} aria-labelledby="required-topics">
      <h2 id="required-topics">{t('preferences.required')}</h2>
      <p className="soft">{t('preferences.requiredWhy')}</p>
      <dl className={styles.required}>
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
  )
}
