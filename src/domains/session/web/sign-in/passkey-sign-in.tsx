import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { useSend } from '#kit/web/portal.ts'
import { authenticateWithPasskey, PasskeyCancelledError } from '../second-factor/webauthn-browser.ts'

/** Signs in with a passkey instead of user and password. */
export function PasskeySignIn() {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function signIn() {
    setCode(undefined)
    setSending(true)
    try {
      const { beginPasskeyAuthentication, logInByPasskey } = await import('../../api.ts')
      await send(logInByPasskey, { body: await authenticateWithPasskey(await send(beginPasskeyAuthentication, {})) })
      // Signed-in users are redirected from here.
      reloadPage()
    } catch (failure) {
      setCode(failure instanceof PasskeyCancelledError ? 'given_up' : failureCodeOf(failure))
      setSending(false)
    }
  }

  function messageFor(code: string): string {
    if (code === 'given_up') return t('passkeys.givenUp')
    if (code === 'passkey_wrong' || code === 'too_many_attempts') return t(`refusals.${code}`)
    return tApp(commonCodeOf(code))
  }

  return (
    <div className="stack">
      {code && (
        <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isAlert>
          {messageFor(code)}
        </Banner>
      )}
      <Button variant="second" isWide isBusy={isSending} onClick={signIn}>
        {t('passkeys.enter')}
      </Button>
    </div>
  )
}
