import { useEffect } from 'react'
import { useLocale } from 'use-intl'
import { useSettings } from './settings.ts'

/** Gives the window a title that only the screen knows, in the place of that of its address, for as long as it is shown. */
export function useWindowTitle(title: string) {
  const { organization } = useSettings()
  const locale = useLocale()
  useEffect(() => {
    if (!title) return
    const before = document.title
    const own = [title, organization.name].filter(Boolean).join(' · ')
    document.title = own
    return () => {
      // The title of another page is there by then.
      if (document.title === own) document.title = before
    }
    // With another language the address has given the window its title again.
  }, [title, organization.name, locale])
}
