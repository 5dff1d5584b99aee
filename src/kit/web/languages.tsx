import { createContext, type MouseEvent, useContext } from 'react'
import { type Locale, languageNames } from '../locale.ts'
import styles from './languages.module.css'
import { spaced } from './spaced.ts'

/** The languages on offer, and how to change to one of them without leaving the page. */
export type Languages = {
  offered: readonly Locale[]
  present: Locale
  /** Where a language is chosen without script; it leads back to the same page. */
  addressOf: (locale: Locale) => string
  choose: (locale: Locale) => void
}

/** Where the links find the languages. The application gives them. */
export const LanguagesContext = createContext<Languages | null>(null)

/** The languages by their own names, as links; in a line, or under one another for a panel. Nothing where there is one only. */
export function LanguageLinks({ label, isList, onChoose }: { label: string; isList?: boolean; onChoose?: () => void }) {
  const languages = useContext(LanguagesContext)
  if (!languages || languages.offered.length < 2) return null
  const { offered, present, addressOf, choose } = languages

  function chooseInPlace(event: MouseEvent, locale: Locale) {
    // What stands beside the program, like the question for cookies, is in the language of the page.
    if (document.getElementById('cookie-banner')) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onChoose?.()
    if (locale !== present) choose(locale)
  }

  return (
    <ul className={spaced(styles.languages, isList && styles.list)} aria-label={label}>
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
