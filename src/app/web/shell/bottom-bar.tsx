import { useTranslations } from 'use-intl'
import { Icon } from '#kit/web/icon.tsx'
import { ringQuestion } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import styles from './bottom-bar.module.css'
import { entryIcons } from './entry-icons.ts'
import { Help } from './help.tsx'
import { barOf } from './menu.ts'
import type { PresentMenu } from './use-present-menu.ts'

/** On a telephone the first places of the menu, and help, under the thumb. */
export function BottomBar({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  return (
    <nav className={styles.bar} aria-label={t('bar')}>
      {barOf(menu).map(({ name, href }) => (
        <Link key={name} href={href} className={styles.place} aria-current={name === present ? 'page' : undefined}>
          <Icon shape={entryIcons[name]} />
          {t(`entries.${name}`)}
        </Link>
      ))}
      <Help
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
