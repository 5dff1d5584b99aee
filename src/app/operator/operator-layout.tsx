import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '#domains/retailer/web/logo.tsx'
import { IconButton } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { lines } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { LanguageMenu } from '../web/shell/language-menu.tsx'
import { isPageForbidden } from './guard.ts'
import { menuFor, presentOperatorEntry } from './menu.ts'
import styles from './operator-layout.module.css'
import { RoleRequired } from './role-required.tsx'
import { SignOutButton } from './sign-out-button.tsx'

const SessionWatch = lazyPart(async () => (await import('./session-watch.tsx')).SessionWatch)

/** The layout of the back office: the menu in a column or, on a phone, behind a button; and the content area. */
export function OperatorLayout() {
  const portal = usePortal()
  const { sessionEnded, asksReauthentication } = useBoot()
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
              <OperatorMenu />
              <Person />
            </div>
            <div className={styles.bar}>
              <SignOutButton className={classNames(styles.quiet, styles.inBar)} />
              <Popover
                isEager
                align="end"
                button={(props) => <IconButton {...props} icon={lines} label={t('openMenu')} />}
              >
                {(close) => (
                  <div className={styles.more}>
                    <OperatorMenu onFollow={close} />
                    <Person />
                  </div>
                )}
              </Popover>
            </div>
          </header>
          <main id="content" className={styles.sheet} tabIndex={-1}>
            <div className={styles.page}>
              <PageOrRoleRequired />
            </div>
          </main>
        </div>
        {(sessionEnded || asksReauthentication) && (
          <Suspense>
            <SessionWatch />
          </Suspense>
        )}
      </ToastProvider>
    </QueryClientProvider>
  )
}

/** Renders the page or, if the operator's roles do not allow it, the reason. */
function PageOrRoleRequired() {
  const boot = useBoot()
  const roles = useMatches({ select: (matches) => matches.at(-1)?.staticData.roles })
  if (roles && isPageForbidden({ roles }, boot)) return <RoleRequired allowed={roles} own={boot.roles ?? []} />
  return <Outlet />
}

function OperatorMenu({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations('operator-area')
  const present = presentOperatorEntry(useLocation().pathname)
  const { roles = [] } = useBoot()
  const navRef = useRef<HTMLElement>(null)
  // The menu may be taller than the window. Where scrollIntoView returns a promise, `void` keeps React from taking it
  // for a clean-up function.
  useEffect(() => void navRef.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [present])
  return (
    <nav ref={navRef} className={styles.places} aria-label={t('menu')}>
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
        <SignOutButton className={styles.quiet} />
      </div>
    </div>
  )
}
