import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { securityQuery } from '../queries.ts'

type OpenDialog = { kind: 'codeApp' } | { kind: 'newPasskey' } | { kind: 'codes'; codes: readonly string[] }

/** Changes the user's second factors, and holds which dialog is open for it. */
export function useSecondFactorChanges() {
  const t = useTranslations('session')
  const send = useSend()
  const showToast = useToast()
  const cache = useQueryClient()
  const { data } = useSuspenseQuery(securityQuery(send))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [busy, setBusy] = useState<'codeApp' | 'codes'>()
  const [failed, setFailed] = useState<string>()

  const refresh = () => cache.invalidateQueries(securityQuery(send))

  // A dialog may report its end when the next one is open already.
  const close = (kind: OpenDialog['kind']) => setOpen((now) => (now?.kind === kind ? null : now))

  /** Closes a dialog whose factor is saved. With the first factor the recovery codes are shown directly. */
  async function finish(codes: readonly string[] | null, message: string) {
    await refresh()
    showToast(message)
    setOpen(codes && { kind: 'codes', codes })
  }

  async function runChange(target: 'codeApp' | 'codes', change: () => Promise<void>) {
    setFailed(undefined)
    setBusy(target)
    await change().catch((failure) => {
      setFailed(failureCodeOf(failure))
    })
    await refresh()
    setBusy(undefined)
  }

  const removeApp = () =>
    runChange('codeApp', async () => {
      const { removeCodeApp } = await import('../../second-factor-api.ts')
      await send(removeCodeApp, {})
      showToast(t('codeApp.removed'))
    })

  const renewCodes = () =>
    runChange('codes', async () => {
      const { renewRecoveryCodes } = await import('../../second-factor-api.ts')
      const { recovery_codes: codes } = await send(renewRecoveryCodes, {})
      setOpen({ kind: 'codes', codes })
    })

  return { data, open, setOpen, busy, failed, refresh, close, finish, removeApp, renewCodes }
}

/** The user's second factors, and the ways to change them. */
export type SecondFactorChanges = ReturnType<typeof useSecondFactorChanges>
