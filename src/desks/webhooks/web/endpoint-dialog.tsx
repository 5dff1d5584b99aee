import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChangedItem } from '#desks/common/web/changed-item.tsx'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { type EventType, eventTypes, longestDescription, longestUrl } from '#domains/webhooks/rules.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { currentIn, useSeenVersion } from '#kit/web/use-seen-version.ts'
import type { Endpoint } from '../api.ts'
import { EventChoice } from './event-choice.tsx'
import { webhooksKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

type Typed = { url: string; description: string; event_types: EventType[] | null }

/** Adds an endpoint, and then shows its secret; or changes one. What was typed stays where it is refused. */
export function EndpointDialog({ endpoint, onClose }: { endpoint?: Endpoint; onClose: () => void }) {
  const t = useTranslations('desk-webhooks.form')
  const acts = useTranslations('desk-webhooks.acts')
  const sentenceOf = useSentence('desk-webhooks')
  const fieldErrorsOf = useFieldErrors('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const [types, setTypes] = useState<EventType[] | null>(
    endpoint?.event_types ? eventTypes.filter((type) => endpoint.event_types?.includes(type)) : null,
  )
  const seen = useSeenVersion(endpoint?.version)
  const [missing, setMissing] = useState<{ url?: boolean; types?: boolean }>({})
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async (body: Typed) => {
      const { addEndpoint, changeEndpoint } = await import('../api.ts')
      if (!endpoint) return (await send(addEndpoint, { body })).secret
      const version = seen.version ?? endpoint.version
      await send(changeEndpoint, { params: { id: String(endpoint.id) }, body: { ...body, version } })
      return undefined
    },
    onSuccess: (secret) => {
      if (secret) return
      toast(acts('done'))
      onClose()
    },
    onError: (thrown) => void seen.note(thrown),
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  const urlError = fieldErrorsOf(refusedFields(error)).url?.join(' ')

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const url = String(typed.get('url')).trim()
    const description = String(typed.get('description')).trim()
    const lacks = {
      ...(url ? {} : { url: true }),
      ...(types?.length === 0 ? { types: true } : {}),
    }
    setMissing(lacks)
    if (!Object.keys(lacks).length) mutate({ url, description, event_types: types })
  }

  if (data) return <SecretDialog secret={data} onClose={onClose} />
  return (
    <Dialog title={t(endpoint ? 'changeTitle' : 'addTitle')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={save}>
        <Failure>{error && !urlError && !currentIn(error) && sentenceOf(error)}</Failure>
        <ChangedItem changed={endpoint && seen.current && { seen: endpoint, current: seen.current }} onTake={onClose} />
        <TextField
          name="url"
          type="url"
          label={t('url')}
          hint={t('urlHint')}
          error={missing.url ? t('urlMissing') : urlError}
          defaultValue={endpoint?.url}
          maxLength={longestUrl}
          autoComplete="off"
        />
        <TextField
          name="description"
          label={t('description')}
          isOptional
          defaultValue={endpoint?.description}
          maxLength={longestDescription}
          autoComplete="off"
        />
        <Checkbox
          label={t('all')}
          hint={t('allHint')}
          checked={types === null}
          onChange={({ target }) => setTypes(target.checked ? null : [])}
        />
        {types && <EventChoice types={types} onTypes={setTypes} error={missing.types ? t('noTypes') : undefined} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {acts('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
