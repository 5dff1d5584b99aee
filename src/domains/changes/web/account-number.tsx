import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { ibanGroups } from '#vocabulary/iban.ts'
import styles from './account-number.module.css'
import type { MaskedAccount } from './changed-contract.ts'

const shownMs = 60_000

/** An account as it is recognised. Its holder may have the number shown for a while, once they have proved who they are. */
export function AccountNumber({ account }: { account: MaskedAccount }) {
  const t = useTranslations('changes.account')
  const whyNot = useReadonlyReason()
  const { iban, isBusy, show, hide } = useRevealed(account.id)
  return (
    <span className={styles.account}>
      {iban ? (
        <Identifier label="IBAN" groups={ibanGroups(iban)} value={iban} />
      ) : (
        <span className="nowrap">{account.masked}</span>
      )}
      {account.isRevealable && (
        <Button variant="quiet" isSmall isBusy={isBusy} whyNot={whyNot} onClick={iban ? hide : show}>
          {iban ? t('hide') : t('show')} <span className="visually-hidden">{t('subject')}</span>
        </Button>
      )}
    </span>
  )
}

/** The number while it is shown. It is in no cache, and gone after a minute or when the page is left. */
function useRevealed(accountId: number) {
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const say = useToast()
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
      const code = codeOf(failure)
      // Whoever does not prove who they are has left it at that.
      if (code !== freshAuthenticationRequired) say(ofApp(commonCode(code)))
    } finally {
      setBusy(false)
    }
  }
  return { iban, isBusy, show, hide: () => setIban(undefined) }
}
