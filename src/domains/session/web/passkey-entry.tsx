import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { answerWithPasskey, PasskeyGivenUp } from './ask-browser.ts'

/** Comes in with a passkey instead of user and password. */
export function PasskeyEntry() {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
  const send = useSend()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function enter() {
    setCode(undefined)
    setSending(true)
    try {
      const { beginPasskey, logInByPasskey } = await import('../api.ts')
      await send(logInByPasskey, { body: await answerWithPasskey(await send(beginPasskey, {})) })
      // Whoever is signed in is led on from here.
      reloadPage()
    } catch (failure) {
      setCode(failure instanceof PasskeyGivenUp ? 'given_up' : codeOf(failure))
      setSending(false)
    }
  }

  function textOf(told: string): string {
    if (told === 'given_up') return t('passkeys.givenUp')
    if (told === 'passkey_wrong' || told === 'too_many_attempts') return t(`refusals.${told}`)
    return ofApp(commonCode(told))
  }

  return (
    <div className="stack">
      {code && (
        <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isNews>
          {textOf(code)}
        </Banner>
      )}
      <Button variant="second" isWide isBusy={isSending} onClick={enter}>
        {t('passkeys.enter')}
      </Button>
    </div>
  )
}
