import { useEffect } from 'react'
import { useLocale } from 'use-intl'
import { useSettings } from './settings.ts'

/** Sets a window title that only the screen knows, replacing that of its route, for as long as it is mounted. */
export function useWindowTitle(title: string) {
  const { organization } = useSettings()
  const locale = useLocale()
  useEffect(() => {
    if (!title) return
    const previousTitle = document.title
    const ownTitle = [title, organization.name].filter(Boolean).join(' · ')
    document.title = ownTitle
    return () => {
      // By then another page may have set its own title.
      if (document.title === ownTitle) document.title = previousTitle
    }
    // After a change of language the route has set its title again.
  }, [title, organization.name, locale])
}
