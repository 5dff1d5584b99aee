import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '#kit/web/action/button.tsx'
import { lines, person } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { EntryList } from './entry-list.tsx'
import { maxBarEntries } from './menu.ts'
import { MenuHeader } from './menu-header.tsx'
import { SignOutForm } from './sign-out-form.tsx'
import styles from './top-bar.module.css'
import type { PresentMenu } from './use-present-menu.ts'

// Few users have so many contracts.
const DensityChoice = lazyPart(async () => (await import('./density-choice.tsx')).DensityChoice)

/** The top bar on a phone: the logo, and behind the user icon everything that does not fit in the bottom bar. */
export function TopBar(shown: PresentMenu) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const label = signedIn ? t('openOf', { name: signedIn.name }) : t('open')
  return (
    <header className={styles.bar}>
      <MenuHeader />
      <Popover
        isEager
        align="end"
        button={(props) => <IconButton {...props} icon={signedIn ? person : lines} label={label} />}
      >
        {(close) => <MoreMenu {...shown} onFollow={close} />}
      </Popover>
    </header>
  )
}

function MoreMenu({ menu, present, onFollow }: PresentMenu & { onFollow: () => void }) {
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
      <EntryList entries={menu.places.slice(maxBarEntries)} {...follow} />
      <EntryList entries={menu.newCustomer} label={t('newCustomer')} {...follow} />
      <EntryList entries={menu.prices} label={t('prices')} {...follow} />
      <LanguageLinks label={t('language')} onChoose={onFollow} />
      {signedIn?.hasManyContracts && (
        <Suspense>
          <DensityChoice className={styles.quiet} />
        </Suspense>
      )}
      {signedIn && (
        <SignOutForm>
          <Button type="submit" variant="second" isWide>
            {t('leave')}
          </Button>
        </SignOutForm>
      )}
    </nav>
  )
}
