import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import styles from './account-number.module.css'
import type { MaskedAccount } from './changeable-contract.ts'

const shownMs = 60_000

/** A masked account. Its holder can have the number shown for a while after re-authentication. */
export function AccountNumber({ account }: { account: MaskedAccount }) {
  const t = useTranslations('changes.account')
  const disabledReason = useReadonlyReason()
  const { iban, isBusy, show, hide } = useRevealedIban(account.id)
  return (
    <span className={styles.account}>
      {iban ? (
        <Identifier label="IBAN" groups={splitIban(iban)} value={iban} />
      ) : (
        <span className="nowrap">{account.masked}</span>
      )}
      {account.isRevealable && (
        <Button variant="quiet" isSmall isBusy={isBusy} disabledReason={disabledReason} onClick={iban ? hide : show}>
          {iban ? t('hide') : t('show')} <span className="visually-hidden">{t('subject')}</span>
        </Button>
      )}
    </span>
  )
}

/** Holds the number while it is shown. It is never cached and is cleared after a minute or when the page is left. */
function useRevealedIban(accountId: number) {
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const showToast = useToast()
  const [iban, setIban] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!iban) return
    const hide = () => setIban(undefined)
    const timer = setTimeout(hide, shownMs)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', hide)
    }
  }, [iban])

  async function show() {
    setBusy(true)
    try {
      const { revealAccount } = await import('../api.ts')
      setIban((await send(revealAccount, { params: { accountId: String(accountId) } })).iban)
    } catch (failure) {
      const code = failureCodeOf(failure)
      // A cancelled re-authentication needs no message.
      if (code !== freshAuthenticationRequired) showToast(tApp(commonCodeOf(code)))
    } finally {
      setBusy(false)
    }
  }
  return { iban, isBusy, show, hide: () => setIban(undefined) }
}
