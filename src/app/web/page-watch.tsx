import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { Outage } from '#kit/boot.ts'
import { Icon } from '#kit/web/icon.tsx'
import { triangle } from '#kit/web/icons.ts'
import { type Portal, PortalContext, useBoot } from '#kit/web/portal.ts'
import { telAddress } from '#kit/web/tel-address.ts'
import { connectionOf, suspectAfterMs } from './connection.ts'
import styles from './page-watch.module.css'
import { MaintenanceTimes } from './shell/maintenance-times.tsx'

/** What tells when the portal begins to open another page and when that stands. */
type Opening = { subscribe(event: 'onBeforeLoad' | 'onResolved', heard: () => void): () => void }

/**
 * Watches over a page that stands: tells that another is being opened, and that nothing is answered at present. It comes
 * after the page, with what is needed to say so once there is no connection any more.
 */
export function watchPage(portal: Portal, opening: Opening) {
  watchOpening(portal, opening)
  void import('./network.ts')
  void import('./error-pages.tsx')
  void import('#kit/web/why-failed.tsx')
  // Beside what the portal draws, so that no page waits for it.
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <PortalContext value={portal}>
      <Texts portal={portal}>
        <PageProgress opening={opening} />
        <OutageBar />
      </Texts>
    </PortalContext>,
  )
}

// The files of a page may be what does not arrive.
function watchOpening(portal: Portal, opening: Opening) {
  const connection = connectionOf(portal)
  let timer: ReturnType<typeof setTimeout> | undefined
  opening.subscribe('onBeforeLoad', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void connection.check(), suspectAfterMs)
  })
  opening.subscribe('onResolved', () => clearTimeout(timer))
}

function Texts({ portal, children }: { portal: Portal; children: React.ReactNode }) {
  const { locale, now } = useBoot()
  return (
    <IntlProvider locale={locale} messages={portal.messages as never} timeZone="Europe/Madrid" now={new Date(now)}>
      {children}
    </IntlProvider>
  )
}

/** A line above the page from the press until the other page stands. */
export function PageProgress({ opening }: { opening: Opening }) {
  const t = useTranslations('kit')
  const [isOpening, setOpening] = useState(false)
  useEffect(() => {
    const leaves = [
      opening.subscribe('onBeforeLoad', () => setOpening(true)),
      opening.subscribe('onResolved', () => setOpening(false)),
    ]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [opening])
  return isOpening ? <div className={styles.progress} role="progressbar" aria-label={t('loading')} /> : null
}

/** Why nothing is answered at present, for as long as that is so. */
export function OutageBar() {
  const { outage } = useBoot()
  return (
    <>
      <div className="visually-hidden" role="status">
        {outage && <Sentence outage={outage} />}
      </div>
      {outage && (
        // A popover, so that it also shows above an open dialog.
        <div key={outage.kind} ref={show} popover="manual" className={styles.bar}>
          <Icon shape={triangle} />
          <p>
            <Sentence outage={outage} /> <Phone />
          </p>
        </div>
      )}
    </>
  )
}

function Sentence({ outage }: { outage: Outage }) {
  const t = useTranslations('app.problems')
  if (outage.kind === 'offline') return t('offline.bar')
  return (
    <>
      {t('maintenance.bar')}
      <MaintenanceTimes period={outage} />
    </>
  )
}

function Phone() {
  const { phone, schedule } = useSettings().organization
  if (!phone) return null
  return (
    <>
      <a href={telAddress(phone)}>{phone}</a>
      {schedule && ` · ${schedule}`}
    </>
  )
}

function show(bar: HTMLElement | null) {
  bar?.showPopover()
}
