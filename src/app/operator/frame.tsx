import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '#domains/operator/web/logo.tsx'
import { IconButton } from '#kit/web/button.tsx'
import { lines } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { Popover } from '#kit/web/popover.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { spaced } from '#kit/web/spaced.ts'
import { ToastProvider } from '#kit/web/toast.tsx'
import { LanguageMenu } from '../web/shell/language-menu.tsx'
import styles from './frame.module.css'
import { isWithheld } from './guard.ts'
import { LeaveButton } from './leave-button.tsx'
import { menuFor, presentEntry } from './menu.ts'
import { RoleRequired } from './role-required.tsx'

const SessionWatch = lazy(async () => ({ default: (await import('./session-watch.tsx')).SessionWatch }))

/** The frame of the operator's area: the menu in a column or, on a telephone, behind a button; and the sheet of the page. */
export function Frame() {
  const portal = usePortal()
  const { sessionEnded, asksProof } = useBoot()
  const t = useTranslations('operator-area')
  return (
    <QueryClientProvider client={portal.queryClient!}>
      <ToastProvider>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <div className={styles.frame}>
          <header className={styles.side}>
            <div className={styles.head}>
              <Logo />
              <p className={styles.area}>{t('area')}</p>
            </div>
            <div className={styles.column}>
              <Places />
              <Person />
            </div>
            <div className={styles.bar}>
              <LeaveButton className={spaced(styles.quiet, styles.inBar)} />
              <Popover align="end" button={(props) => <IconButton {...props} icon={lines} label={t('openMenu')} />}>
                {(close) => (
                  <div className={styles.more}>
                    <Places onFollow={close} />
                    <Person />
                  </div>
                )}
              </Popover>
            </div>
          </header>
          <main id="content" className={styles.sheet} tabIndex={-1}>
            <div className={styles.page}>
              <PageOrReason />
            </div>
          </main>
        </div>
        {(sessionEnded || asksProof) && (
          <Suspense>
            <SessionWatch />
          </Suspense>
        )}
      </ToastProvider>
    </QueryClientProvider>
  )
}

/** The page, or where it is not for the roles of whoever opened it, the reason. */
function PageOrReason() {
  const boot = useBoot()
  const roles = useMatches({ select: (matches) => matches.at(-1)?.staticData.roles })
  if (roles && isWithheld({ roles }, boot)) return <RoleRequired allowed={roles} own={boot.roles ?? []} />
  return <Outlet />
}

function Places({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations('operator-area')
  const present = presentEntry(useLocation().pathname)
  const { roles = [] } = useBoot()
  const places = useRef<HTMLElement>(null)
  // The menu may be longer than the window. Browsers that answer with a promise must not have it taken for a clean-up.
  useEffect(() => void places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [present])
  return (
    <nav ref={places} className={styles.places} aria-label={t('menu')}>
      {menuFor(roles).map(({ group, entries }) => (
        <section key={group}>
          <h2 className={styles.group}>{t(`groups.${group}`)}</h2>
          <ul className={styles.entries}>
            {entries.map(({ name, href }) => (
              <li key={name}>
                <Link href={href} aria-current={name === present ? 'page' : undefined} onClick={onFollow}>
                  {t(`entries.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Person() {
  const { signedIn } = useBoot()
  return (
    <div className={styles.person}>
      <p className={styles.name}>{signedIn?.name}</p>
      <div className="line">
        <LanguageMenu className={styles.quiet} />
        <LeaveButton className={styles.quiet} />
      </div>
    </div>
  )
}
