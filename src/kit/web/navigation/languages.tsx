import { createContext, type MouseEvent, useContext } from 'react'
import { type Locale, languageNames } from '#vocabulary/locale.ts'
import { classNames } from '../class-names.ts'
import styles from './languages.module.css'

/** The offered languages, and how to switch between them without leaving the page. */
export type Languages = {
  offered: readonly Locale[]
  present: Locale
  /** A hook: returns the addresses that switch the language without JavaScript and lead back to the same page. */
  useAddressOf: () => (locale: Locale) => string
  choose: (locale: Locale) => void
}

/** The context from which language links read the languages. The application provides it. */
export const LanguagesContext = createContext<Languages | null>(null)

/**
 * Links to the languages by their own names; in a line, or as a list for a panel. Renders nothing when only one is
 * offered.
 */
export function LanguageLinks(props: LanguageLinksProps) {
  const languages = useContext(LanguagesContext)
  if (!languages || languages.offered.length < 2) return null
  return <OfferedLinks {...props} languages={languages} />
}

type LanguageLinksProps = { label: string; isList?: boolean; onChoose?: () => void }

function OfferedLinks({ label, isList, onChoose, languages }: LanguageLinksProps & { languages: Languages }) {
  const { offered, present, useAddressOf, choose } = languages
  const addressOf = useAddressOf()

  function chooseInPlace(event: MouseEvent, locale: Locale) {
    // Elements outside the React tree, such as the cookie banner, are in the language of the page, so the page has to
    // be reloaded.
    if (document.getElementById('cookie-banner')) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onChoose?.()
    if (locale !== present) choose(locale)
  }

  return (
    <ul className={classNames(styles.languages, isList && styles.list)} aria-label={label}>
      {offered.map((locale) => (
        <li key={locale}>
          <a
            href={addressOf(locale)}
            lang={locale}
            hrefLang={locale}
            aria-current={locale === present ? 'true' : undefined}
            onClick={(event) => chooseInPlace(event, locale)}
          >
            {languageNames[locale]}
          </a>
        </li>
      ))}
    </ul>
  )
}
