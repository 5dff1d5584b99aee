import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { person, ringQuestion } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { EntryList } from './entry-list.tsx'
import { HelpPopover } from './help-popover.tsx'
import { LanguageMenu } from './language-menu.tsx'
import type { EntryName, MenuEntry } from './menu.ts'
import { MenuHeader } from './menu-header.tsx'
import styles from './side-column.module.css'
import { SignOutForm } from './sign-out-form.tsx'
import type { PresentMenu } from './use-present-menu.ts'

// Few users have so many contracts.
const DensityChoice = lazyPart(async () => (await import('./density-choice.tsx')).DensityChoice)

/**
 * The menu column next to the content, if there is room: main entries, and at the bottom help, the user, language and
 * sign-out.
 */
export function SideColumn({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  return (
    <header className={styles.side}>
      <MenuHeader />
      <nav className={styles.places} aria-label={t('menu')}>
        <EntryList entries={menu.places} present={present} />
        {(['newCustomer', 'prices'] as const).map((group) => (
          <Group key={group} name={group} entries={menu[group]} present={present} />
        ))}
      </nav>
      <Foot menu={menu} present={present} />
    </header>
  )
}

type GroupProps = { name: 'newCustomer' | 'prices'; entries: readonly MenuEntry[]; present?: EntryName }

/** Collapsed entries that customers rarely need, and visitors come for. */
function Group({ name, entries, present }: GroupProps) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const isOpen = !signedIn || entries.some((entry) => entry.name === present)
  if (!entries.length) return null
  return (
    <details className={styles.group} open={isOpen}>
      <summary>{t(name)}</summary>
      <EntryList entries={entries} present={present} label={t(name)} />
    </details>
  )
}

function Foot({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const { phone, schedule } = useSettings().organization
  return (
    <div className={styles.foot}>
      <HelpPopover
        menu={menu}
        align="start"
        button={(props) => (
          <button {...props} type="button" className={styles.help}>
            <Icon shape={ringQuestion} />
            <span>
              {t('help.title')}
              {phone && <span className="note">{[phone, schedule].filter(Boolean).join(', ')}</span>}
            </span>
          </button>
        )}
      />
      {signedIn && (
        <div className={styles.person}>
          <Icon shape={person} />
          <div className={styles.names}>
            <p className={styles.name}>{signedIn.name}</p>
            {signedIn.email && <p className={styles.email}>{signedIn.email}</p>}
          </div>
        </div>
      )}
      <ul className={styles.ways} aria-label={t('account')}>
        {menu.account.map(({ name, href }) => (
          <li key={name}>
            <Link href={href} aria-current={name === present ? 'page' : undefined}>
              {t(`entries.${name}`)}
            </Link>
          </li>
        ))}
        <li>
          <LanguageMenu />
        </li>
        {signedIn?.hasManyContracts && (
          <li>
            <Suspense>
              <DensityChoice />
            </Suspense>
          </li>
        )}
        {signedIn && (
          <li>
            <SignOutForm>
              <button type="submit">{t('leave')}</button>
            </SignOutForm>
          </li>
        )}
      </ul>
    </div>
  )
}
