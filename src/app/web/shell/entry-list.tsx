import { useTranslations } from 'use-intl'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { entryIcons } from './entry-icons.ts'
import styles from './entry-list.module.css'
import type { EntryName, MenuEntry } from './menu.ts'

type EntryListProps = { entries: readonly MenuEntry[]; present?: EntryName; label?: string; onFollow?: () => void }

/** Menu entries in a column, each with its icon. */
export function EntryList({ entries, present, label, onFollow }: EntryListProps) {
  const t = useTranslations('shell.entries')
  if (!entries.length) return null
  return (
    <ul className={styles.entries} aria-label={label}>
      {entries.map(({ name, href }) => (
        <li key={name}>
          <Link href={href} aria-current={name === present ? 'page' : undefined} onClick={onFollow}>
            <Icon shape={entryIcons[name]} />
            {t(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
