import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Icon } from '#kit/web/icon.tsx'
import { person, ringQuestion } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { DensityChoice } from './density-choice.tsx'
import { EntryList } from './entry-list.tsx'
import { Head } from './head.tsx'
import { Help } from './help.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { Leave } from './leave.tsx'
import styles from './side-column.module.css'
import type { PresentMenu } from './use-present-menu.ts'

/** The menu beside the sheet, where there is room for it: places, and at its foot help, the person, language and leaving. */
export function SideColumn({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  return (
    <header className={styles.side}>
      <Head />
      <nav className={styles.places} aria-label={t('menu')}>
        <EntryList entries={menu.places} present={present} />
        {menu.newCustomer.length > 0 && <h2 className={styles.group}>{t('newCustomer')}</h2>}
        <EntryList entries={menu.newCustomer} present={present} label={t('newCustomer')} />
      </nav>
      <Foot menu={menu} present={present} />
    </header>
  )
}

function Foot({ menu, present }: PresentMenu) {
  const t = useTranslations('shell')
  const { signedIn } = useBoot()
  const { phone, schedule } = useSettings().organization
  return (
    <div className={styles.foot}>
      <Help
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
            <p className={styles.email}>{signedIn.email}</p>
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
            <DensityChoice />
          </li>
        )}
        {signedIn && (
          <li>
            <Leave>
              <button type="submit">{t('leave')}</button>
            </Leave>
          </li>
        )}
      </ul>
    </div>
  )
}
