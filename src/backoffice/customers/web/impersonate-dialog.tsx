import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { usePortal } from '#kit/web/portal.ts'
import type { CustomerAccount } from '../api.ts'

/** Asks for the reason before the account is impersonated. The owner can read it. */
export function ImpersonateDialog({ account, onClose }: { account: CustomerAccount; onClose: () => void }) {
  const t = useTranslations('desk-customers.look')
  const failureText = useErrorText('desk-customers')
  const { send, basePath } = usePortal()
  const [isMissing, setMissing] = useState(false)
  const [address, setAddress] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reason: string) => {
      const { impersonateAccount } = await import('../api.ts')
      return send(impersonateAccount, { params: { id: String(account.id) }, body: { reason } })
    },
    onSuccess: ({ token }) => setAddress(`${basePath}/?token=${token}`),
  })

  function impersonate(event: FormEvent<HTMLFormElement>) {
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
            {/* Browsers open a new window only on a user action, and the link works once. */}
            <ButtonLink href={address} target="_blank" rel="noreferrer" onClick={onClose}>
              {t('open')}
            </ButtonLink>
          </DialogActions>
        </>
      ) : (
        <form className="stack" method="post" noValidate onSubmit={impersonate}>
          <p>{t('about')}</p>
          <ErrorBanner>{error && failureText(error)}</ErrorBanner>
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
