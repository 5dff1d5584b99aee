import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import type { Outage } from '#kit/boot.ts'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { triangle } from '#kit/web/graphics/icons.ts'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { type Portal, PortalContext, useBoot } from '#kit/web/portal.ts'
import { connectionOf, suspectAfterMs } from './connection.ts'
import styles from './page-watch.module.css'
import { MaintenanceTimes } from './shell/maintenance-times.tsx'

/** Publishes when the portal starts to open another page and when it is shown, and tells whether it is opening one. */
type NavigationEvents = {
  subscribe(event: 'onBeforeLoad' | 'onResolved', listener: () => void): () => void
  isOpening(): boolean
}

/**
 * Watches a page after hydration: shows that another one is being opened, and that calls currently fail. It is loaded
 * after the page, with everything needed to show this once there is no connection.
 */
export function watchPage(portal: Portal, navigation: NavigationEvents) {
  watchNavigation(portal, navigation)
  void import('./network.ts')
  void import('./error-pages.tsx')
  void import('#kit/web/feedback/load-failure-reason.tsx')
  // Rendered outside the portal's root, so that no page waits for it.
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(
    <PortalContext value={portal}>
      <Texts portal={portal}>
        <PageProgress navigation={navigation} />
        <OutageBar />
      </Texts>
    </PortalContext>,
  )
}

// The files of a page may be what does not arrive.
function watchNavigation(portal: Portal, navigation: NavigationEvents) {
  const connection = connectionOf(portal)
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectPage = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void connection.check(), suspectAfterMs)
  }
  navigation.subscribe('onBeforeLoad', expectPage)
  // What a person does first may be to open another page.
  if (navigation.isOpening()) expectPage()
  navigation.subscribe('onResolved', () => clearTimeout(timer))
}

function Texts({ portal, children }: { portal: Portal; children: React.ReactNode }) {
  const { locale, now } = useBoot()
  return (
    <IntlProvider locale={locale} messages={portal.messages as never} timeZone="Europe/Madrid" now={new Date(now)}>
      {children}
    </IntlProvider>
  )
}

/** A progress line above the page from the click until the next page is shown. */
function PageProgress({ navigation }: { navigation: NavigationEvents }) {
  const t = useTranslations('kit')
  const [isOpening, setOpening] = useState(() => navigation.isOpening())
  useEffect(() => {
    const unsubscribers = [
      navigation.subscribe('onBeforeLoad', () => setOpening(true)),
      navigation.subscribe('onResolved', () => setOpening(false)),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [navigation])
  return isOpening ? <div className={styles.progress} role="progressbar" aria-label={t('loading')} /> : null
}

/** Shows why calls currently fail, as long as they do. */
function OutageBar() {
  const { outage } = useBoot()
  return (
    <>
      <div className="visually-hidden" role="status">
        {outage && <Sentence outage={outage} />}
      </div>
      {outage && (
        // A popover, so that it also shows above an open dialog.
        <div key={outage.kind} ref={showBar} popover="manual" className={styles.bar}>
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

function showBar(bar: HTMLElement | null) {
  bar?.showPopover()
}
