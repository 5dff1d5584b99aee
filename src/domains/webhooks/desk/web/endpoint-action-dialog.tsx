import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { WebhookEndpoint } from '../api.ts'
import { webhooksKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** The endpoint actions that need confirmation. */
export type EndpointAction = 'on' | 'off' | 'remove' | 'rotate' | 'again'
type EndpointActionDialogProps = { endpoint: WebhookEndpoint; action: EndpointAction; onClose: () => void }

const dayChoices = [1, 3, 7, 30]

/** Asks for confirmation and performs the action. A new secret is then shown once. */
export function EndpointActionDialog({ endpoint, action, onClose }: EndpointActionDialogProps) {
  const t = useTranslations('desk-webhooks.acts')
  const failureText = useErrorText('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (days: number) => {
      const params = { id: String(endpoint.id) }
      const { redeliverSince, removeEndpoint, rotateEndpointSecret, switchEndpoint } = await import('../api.ts')
      if (action === 'rotate') setSecret((await send(rotateEndpointSecret, { params })).secret)
      else if (action === 'again') toast(t('sentAgain', await send(redeliverSince, { params, body: { days } })))
      else {
        if (action === 'remove') await send(removeEndpoint, { params })
        else await send(switchEndpoint, { params, body: { on: action === 'on' } })
        toast(t('done'))
      }
    },
    onSuccess: async () => {
      // The deleted endpoint must not be fetched again.
      if (action === 'remove') await navigate({ to: '/operator/webhooks' } as never)
      await client.invalidateQueries({ queryKey: webhooksKey })
      if (action !== 'rotate') onClose()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate(Number(new FormData(event.currentTarget).get('days') ?? 0))
  }

  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog title={t(`${action}Title`)} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <p>{t(`${action}Text`)}</p>
        <ErrorBanner>{error && failureText(error)}</ErrorBanner>
        {action === 'again' && (
          <NativeSelect
            name="days"
            label={t('days')}
            width="fit"
            defaultValue="3"
            options={dayChoices.map((days) => ({ value: String(days), label: t('lastDays', { days }) }))}
          />
        )}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t(action)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
