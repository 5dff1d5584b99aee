import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflictBanner } from '#kit/backoffice/web/edit-conflict-banner.tsx'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { currentValuesIn, useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type EventType, eventTypes, maxDescriptionLength, maxUrlLength } from '../../rules.ts'
import type { WebhookEndpoint } from '../api.ts'
import { EventTypeFields } from './event-type-fields.tsx'
import { webhooksKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

type EndpointFormValues = { url: string; description: string; event_types: EventType[] | null }

/** Adds an endpoint and then shows its secret, or edits one. The input stays when it is refused. */
export function EndpointDialog({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const t = useTranslations('desk-webhooks.form')
  const actionTexts = useTranslations('desk-webhooks.acts')
  const failureText = useErrorText('desk-webhooks')
  const fieldErrorsOf = useFieldErrors('desk-webhooks')
  const [types, setTypes] = useState<EventType[] | null>(
    endpoint?.event_types ? eventTypes.filter((type) => endpoint.event_types?.includes(type)) : null,
  )
  const seen = useEditVersion(endpoint?.version)
  const [missing, setMissing] = useState<{ url?: boolean; types?: boolean }>({})
  const { mutate, isPending, error, data } = useSaveEndpoint(endpoint, { seen, onDone: onClose })
  const urlError = fieldErrorsOf(refusedFieldsOf(error)).url?.join(' ')

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const url = String(formData.get('url')).trim()
    const description = String(formData.get('description')).trim()
    const missingFields = {
      ...(url ? {} : { url: true }),
      ...(types?.length === 0 ? { types: true } : {}),
    }
    setMissing(missingFields)
    if (!Object.keys(missingFields).length) mutate({ url, description, event_types: types })
  }

  if (data) return <SecretDialog secret={data} onClose={onClose} />
  return (
    <Dialog title={t(endpoint ? 'changeTitle' : 'addTitle')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={save}>
        <ErrorBanner>{error && !urlError && !currentValuesIn(error) && failureText(error)}</ErrorBanner>
        <EditConflictBanner
          conflict={endpoint && seen.current && { seen: endpoint, current: seen.current }}
          onUseCurrent={onClose}
        />
        <AddressFields endpoint={endpoint} urlError={missing.url ? t('urlMissing') : urlError} />
        <Checkbox
          label={t('all')}
          hint={t('allHint')}
          checked={types === null}
          onChange={({ target }) => setTypes(target.checked ? null : [])}
        />
        {types && <EventTypeFields types={types} onTypes={setTypes} error={missing.types ? t('noTypes') : undefined} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {actionTexts('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type SaveOptions = { seen: ReturnType<typeof useEditVersion<number>>; onDone: () => void }

/** Adds an endpoint, which returns its secret, or changes one. */
function useSaveEndpoint(endpoint: WebhookEndpoint | undefined, { seen, onDone }: SaveOptions) {
  const actionTexts = useTranslations('desk-webhooks.acts')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (body: EndpointFormValues) => {
      const { addEndpoint, changeEndpoint } = await import('../api.ts')
      if (!endpoint) return (await send(addEndpoint, { body })).secret
      const version = seen.version ?? endpoint.version
      await send(changeEndpoint, { params: { id: String(endpoint.id) }, body: { ...body, version } })
      return undefined
    },
    onSuccess: (secret) => {
      if (secret) return
      toast(actionTexts('done'))
      onDone()
    },
    onError: (thrown) => void seen.noteConflict(thrown),
    // Refetched after a refusal too, because another operator may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
}

function AddressFields({
  endpoint,
  urlError,
}: {
  endpoint: WebhookEndpoint | undefined
  urlError: string | undefined
}) {
  const t = useTranslations('desk-webhooks.form')
  return (
    <>
      <TextField
        name="url"
        type="url"
        label={t('url')}
        hint={t('urlHint')}
        error={urlError}
        defaultValue={endpoint?.url}
        maxLength={maxUrlLength}
        autoComplete="off"
      />
      <TextField
        name="description"
        label={t('description')}
        isOptional
        defaultValue={endpoint?.description}
        maxLength={maxDescriptionLength}
        autoComplete="off"
      />
    </>
  )
}
