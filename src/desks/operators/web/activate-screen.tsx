import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoneFrame } from '#app/web/shell/lone-frame.tsx'
import { isRefused } from '#kit/refusal.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { ActivateForm, type Invitation } from './activate-form.tsx'
import styles from './operator-login-screen.module.css'

type Link = { kind: 'reading' } | { kind: 'open'; secret: string; invitation: Invitation } | { kind: 'over' }

/** Where a new operator chooses password and second factor. The link's secret stands behind the #, which no server is told. */
export function ActivateScreen() {
  const t = useTranslations('desk-operators.activate')
  const { send, basePath } = usePortal()
  const [link, setLink] = useState<Link>({ kind: 'reading' })
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()

  useEffect(() => {
    const secret = window.location.hash.slice(1)
    // It stays neither in the address nor in the history.
    if (secret) window.history.replaceState(window.history.state, '', window.location.pathname)
    const kept = secret || sessionStorage.getItem(storageKey) || ''
    sessionStorage.setItem(storageKey, kept)
    void open(kept)

    async function open(secret: string) {
      try {
        const { openOperatorLink } = await import('../api.ts')
        setLink({ kind: 'open', secret, invitation: await send(openOperatorLink, { body: { secret } }) })
      } catch (failure) {
        if (isRefused(failure)) sessionStorage.removeItem(storageKey)
        setLink({ kind: 'over' })
      }
    }
  }, [send])

  return (
    <LoneFrame>
      <div className={styles.column}>
        {recoveryCodes ? (
          <Codes codes={recoveryCodes} href={`${basePath}/operator`} />
        ) : (
          <>
            <h1>{t('title')}</h1>
            {link.kind === 'reading' && <Skeleton kind="block" />}
            {link.kind === 'over' && <Failed title={t('over')}>{t('overText')}</Failed>}
            {link.kind === 'open' && (
              <ActivateForm
                {...link}
                onDone={(codes) => {
                  sessionStorage.removeItem(storageKey)
                  setRecoveryCodes(codes)
                }}
              />
            )}
          </>
        )}
      </div>
    </LoneFrame>
  )
}

/** By it a page that is loaded again knows its link, until the tab is closed. */
const storageKey = 'operator-link'

function Codes({ codes, href }: { codes: readonly string[]; href: string }) {
  const t = useTranslations('desk-operators.activate')
  return (
    <>
      <h1>{t('codesTitle')}</h1>
      <p>{t('codesAbout')}</p>
      <ul className={styles.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => window.location.assign(href)}>{t('codesKept')}</Button>
    </>
  )
}
