import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { Endpoint } from '../api.ts'
import { webhooksKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** What is asked once more before it is done to an endpoint. */
export type EndpointAct = 'on' | 'off' | 'remove' | 'rotate' | 'again'
type ActDialogProps = { endpoint: Endpoint; act: EndpointAct; onClose: () => void }

const dayChoices = [1, 3, 7, 30]

/** Asks once more, then does it; a new secret is shown afterwards, this once. */
export function ActDialog({ endpoint, act, onClose }: ActDialogProps) {
  const t = useTranslations('desk-webhooks.acts')
  const sentenceOf = useSentence('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (days: number) => {
      const params = { id: String(endpoint.id) }
      const { redeliverSince, removeEndpoint, rotateEndpointSecret, switchEndpoint } = await import('../api.ts')
      if (act === 'rotate') setSecret((await send(rotateEndpointSecret, { params })).secret)
      else if (act === 'again') toast(t('sentAgain', await send(redeliverSince, { params, body: { days } })))
      else {
        if (act === 'remove') await send(removeEndpoint, { params })
        else await send(switchEndpoint, { params, body: { on: act === 'on' } })
        toast(t('done'))
      }
    },
    onSuccess: async () => {
      // What is gone is not asked for again.
      if (act === 'remove') await navigate({ to: '/operator/webhooks' } as never)
      await client.invalidateQueries({ queryKey: webhooksKey })
      if (act !== 'rotate') onClose()
    },
  })

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate(Number(new FormData(event.currentTarget).get('days') ?? 0))
  }

  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog title={t(`${act}Title`)} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={go}>
        <p>{t(`${act}Words`)}</p>
        <Failure>{error && sentenceOf(error)}</Failure>
        {act === 'again' && (
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
            {t(act)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
