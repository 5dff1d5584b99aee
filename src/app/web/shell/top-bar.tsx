import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '#kit/web/button.tsx'
import { lines, person } from '#kit/web/icons.ts'
import { LanguageLinks } from '#kit/web/languages.tsx'
import { Popover } from '#kit/web/popover.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { EntryList } from './entry-list.tsx'
import { Head } from './head.tsx'
import { Leave } from './leave.tsx'
import { placesInBar } from './menu.ts'
import styles from './top-bar.module.css'
import type { PresentMenu } from './use-present-menu.ts'

// Few have so many contracts.
const DensityChoice = lazy(async () => ({ default: (await import('./density-choice.tsx')).DensityChoice }))

/** On a telephone the logo, and behind the person whatever has no place in the bar below. */
export function TopBar(shown: PresentMenu) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const label = signedIn ? t('openOf', { name: signedIn.name }) : t('open')
  return (
    <header className={styles.bar}>
      <Head />
      <Popover align="end" button={(props) => <IconButton {...props} icon={signedIn ? person : lines} label={label} />}>
        {(close) => <More {...shown} onFollow={close} />}
      </Popover>
    </header>
  )
}

function More({ menu, present, onFollow }: PresentMenu & { onFollow: () => void }) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const follow = { present, onFollow }
  return (
    <nav className={styles.more} aria-label={t('account')}>
      {signedIn && (
        <div className={styles.person}>
          <p className={styles.name}>{signedIn.name}</p>
          {signedIn.email && <p className="note">{signedIn.email}</p>}
        </div>
      )}
      <EntryList entries={menu.account} {...follow} />
      <EntryList entries={menu.places.slice(placesInBar)} {...follow} />
      <EntryList entries={menu.newCustomer} label={t('newCustomer')} {...follow} />
      <EntryList entries={menu.prices} label={t('prices')} {...follow} />
      <LanguageLinks label={t('language')} onChoose={onFollow} />
      {signedIn?.hasManyContracts && (
        <Suspense>
          <DensityChoice className={styles.quiet} />
        </Suspense>
      )}
      {signedIn && (
        <Leave>
          <Button type="submit" variant="second" isWide>
            {t('leave')}
          </Button>
        </Leave>
      )}
    </nav>
  )
}
