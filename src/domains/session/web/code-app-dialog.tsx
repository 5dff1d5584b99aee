import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import styles from './code-app-dialog.module.css'

type CodeAppDialogProps = { onDone: (recoveryCodes: readonly string[] | null) => Promise<void>; onClose: () => void }

/** Hands the secret over to an app, by a picture or by hand, and has it confirmed by a code of the app. */
export function CodeAppDialog({ onDone, onClose }: CodeAppDialogProps) {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  // Each opening makes a secret of its own, which nothing keeps.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['code-app'],
    queryFn: async () => send((await import('../api.ts')).beginCodeApp, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isOfField = code === 'code_missing' || code === 'invalid'

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code')).trim()
    if (!typed) return setCode('code_missing')
    setCode(undefined)
    setSending(true)
    try {
      const { confirmCodeApp } = await import('../api.ts')
      await onDone((await send(confirmCodeApp, { body: { code: typed } })).recovery_codes)
    } catch (failure) {
      setCode(codeOf(failure))
      setSending(false)
    }
  }

  function textOf(told: string): string {
    if (told === 'code_missing') return t('secondStep.codeMissing')
    if (told === 'invalid') return t('fieldErrors.code_wrong')
    if (told === 'too_many_attempts') return t('refusals.too_many_attempts')
    return ofApp(commonCode(told))
  }

  return (
    <Dialog title={t('codeApp.addTitle')} onClose={onClose}>
      {!data && !error && <Skeleton kind="block" />}
      {error && (
        <Failed title={t('codeApp.failedTitle')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('codeApp.failedWords')}
        </Failed>
      )}
      {data && (
        <>
          <p>{t('codeApp.scan')}</p>
          <svg
            className={styles.drawn}
            viewBox={`0 0 ${data.qr.size} ${data.qr.size}`}
            role="img"
            aria-label={t('codeApp.picture')}
          >
            <path d={data.qr.path} />
          </svg>
          <div className={styles.byHand}>
            <p className="small soft">{t('codeApp.byHand')}</p>
            <Identifier groups={data.secret.match(/.{4}/g) ?? []} value={data.secret} label={t('codeApp.secret')} />
            <p>
              <a href={data.address}>{t('codeApp.openApp')}</a>
            </p>
          </div>
          <form className="stack" method="post" noValidate onSubmit={confirm}>
            <Failure>{code && !isOfField && textOf(code)}</Failure>
            <TextField
              name="code"
              label={t('codeApp.code')}
              hint={t('codeApp.codeHint')}
              error={code && isOfField ? textOf(code) : undefined}
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
