import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { StandaloneLayout } from '#domains/retailer/web/standalone-layout.tsx'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { ActivateForm, type Invitation } from './activate-form.tsx'
import styles from './operator-sign-in-screen.module.css'

type LinkState = { kind: 'reading' } | { kind: 'open'; secret: string; invitation: Invitation } | { kind: 'over' }

/**
 * The page where a new operator sets password and second factor. The link's secret is in the URL fragment, which is not
 * sent to a server.
 */
export function ActivateScreen() {
  const t = useTranslations('desk-operators.activate')
  const { send, basePath } = usePortal()
  const [link, setLink] = useState<LinkState>({ kind: 'reading' })
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()

  useEffect(() => {
    const secret = window.location.hash.slice(1)
    // The secret is removed from the URL and the history.
    if (secret) window.history.replaceState(window.history.state, '', window.location.pathname)
    const linkSecret = secret || sessionStorage.getItem(storageKey) || ''
    sessionStorage.setItem(storageKey, linkSecret)
    void open(linkSecret)

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
    <StandaloneLayout>
      <div className={styles.column}>
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} href={`${basePath}/operator`} />
        ) : (
          <>
            <h1>{t('title')}</h1>
            {link.kind === 'reading' && <Skeleton kind="block" />}
            {link.kind === 'over' && <ErrorState title={t('over')}>{t('overText')}</ErrorState>}
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
    </StandaloneLayout>
  )
}

/** The storage key that preserves the link across reloads until the tab is closed. */
const storageKey = 'operator-link'

function RecoveryCodes({ codes, href }: { codes: readonly string[]; href: string }) {
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
