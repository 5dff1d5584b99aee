import { useTranslations } from 'use-intl'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { ringQuestion } from '#kit/web/graphics/icons.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import styles from './bottom-bar.module.css'
import { entryIcons } from './entry-icons.ts'
import { HelpPopover } from './help-popover.tsx'
import { bottomBarEntries } from './menu.ts'
import type { PresentMenu } from './use-present-menu.ts'

/** The bottom bar on a phone, with the first entries of the menu and help, in reach of the thumb. */
export function BottomBar({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  return (
    <nav className={styles.bar} aria-label={t('bar')}>
      {bottomBarEntries(menu).map(({ name, href }) => (
        <Link key={name} href={href} className={styles.place} aria-current={name === present ? 'page' : undefined}>
          <Icon shape={entryIcons[name]} />
          {t(`entries.${name}`)}
        </Link>
      ))}
      <HelpPopover
        menu={menu}
        align="end"
        button={(props) => (
          <button {...props} type="button" className={styles.place}>
            <Icon shape={ringQuestion} />
            {t('help.title')}
          </button>
        )}
      />
    </nav>
  )
}
