import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { CodeAppSecret } from './code-app-secret.tsx'

type CodeAppDialogProps = { onDone: (recoveryCodes: readonly string[] | null) => Promise<void>; onClose: () => void }

/** Hands the secret over to an app, by QR code or by hand, and has it confirmed by a code of the app. */
export function CodeAppDialog({ onDone, onClose }: CodeAppDialogProps) {
  const t = useTranslations('session')
  const send = useSend()
  // Each opening generates its own secret, which is not cached.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['code-app'],
    queryFn: async () => send((await import('../../second-factor-api.ts')).beginCodeApp, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { confirm, isSending, error: confirmError } = useCodeAppConfirmation(onDone)

  return (
    <Dialog title={t('codeApp.addTitle')} onClose={onClose}>
      {!data && !error && <Skeleton kind="block" />}
      {error && (
        <ErrorState
          title={t('codeApp.failedTitle')}
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {t('codeApp.failedText')}
        </ErrorState>
      )}
      {data && (
        <>
          <CodeAppSecret app={data} />
          <form className="stack" method="post" noValidate onSubmit={confirm}>
            <ErrorBanner>{confirmError.form}</ErrorBanner>
            <TextField
              name="code"
              label={t('codeApp.code')}
              hint={t('codeApp.codeHint')}
              error={confirmError.field}
              width="medium"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
            <DialogActions>
              <Button variant="quiet" onClick={onClose}>
                {t('passkeys.leave')}
              </Button>
              <Button type="submit" isBusy={isSending}>
                {t('codeApp.confirm')}
              </Button>
            </DialogActions>
          </form>
        </>
      )}
    </Dialog>
  )
}

/** Has the app confirmed by a code of it, and describes why it is not. */
function useCodeAppConfirmation(onDone: CodeAppDialogProps['onDone']) {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isFieldError = code === 'code_missing' || code === 'invalid'

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = String(new FormData(event.currentTarget).get('code')).trim()
    if (!input) return setCode('code_missing')
    setCode(undefined)
    setSending(true)
    try {
      const { confirmCodeApp } = await import('../../second-factor-api.ts')
      await onDone((await send(confirmCodeApp, { body: { code: input } })).recovery_codes)
    } catch (failure) {
      setCode(failureCodeOf(failure))
      setSending(false)
    }
  }

  function messageFor(code: string): string {
    if (code === 'code_missing') return t('secondStep.codeMissing')
    if (code === 'invalid') return t('fieldErrors.code_wrong')
    if (code === 'too_many_attempts') return t('refusals.too_many_attempts')
    return tApp(commonCodeOf(code))
  }

  const message = code && messageFor(code)
  const error = isFieldError ? { field: message } : { form: message }
  return { confirm, isSending, error: error as { field?: string | undefined; form?: string | undefined } }
}
