import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { CustomerAccount } from '../api.ts'

/** Asks why, before the portal is opened as somebody sees it, of which they will read. */
export function LookDialog({ account, onClose }: { account: CustomerAccount; onClose: () => void }) {
  const t = useTranslations('desk-customers.look')
  const sentenceOf = useSentence('desk-customers')
  const { send, basePath } = usePortal()
  const [isMissing, setMissing] = useState(false)
  const [address, setAddress] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reason: string) => {
      const { lookAtAccount } = await import('../api.ts')
      return send(lookAtAccount, { params: { id: String(account.id) }, body: { reason } })
    },
    onSuccess: ({ token }) => setAddress(`${basePath}/?token=${token}`),
  })

  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setMissing(reason.length < 3)
    if (reason.length >= 3) mutate(reason)
  }

  return (
    <Dialog title={t('title', { name: account.name })} onClose={onClose}>
      {address ? (
        <>
          <p>{t('ready')}</p>
          <DialogActions>
            {/* A browser opens a window only for who presses something, and the address is good once. */}
            <ButtonLink href={address} target="_blank" rel="noreferrer" onClick={onClose}>
              {t('open')}
            </ButtonLink>
          </DialogActions>
        </>
      ) : (
        <form className="stack" method="post" noValidate onSubmit={look}>
          <p>{t('about')}</p>
          <Failure>{error && sentenceOf(error)}</Failure>
          <TextField
            name="reason"
            label={t('reason')}
            hint={t('reasonHint')}
            error={isMissing ? t('reasonMissing') : undefined}
            maxLength={200}
            autoComplete="off"
          />
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" isBusy={isPending}>
              {t('look')}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
