import { useEffect } from 'react'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { allowedWidgets, type CookieChoice } from '../rules.ts'

/**
 * Loads the chat and the order tracking of others where contracts are taken out, once the visitor has agreed. The policy of a
 * page is that of its first address, so the page is fetched anew when they come from elsewhere in the portal, and again when
 * they leave with scripts of others running.
 */
export function ContractingWidgets() {
  const boot = useBoot()
  const settings = useSettings()
  const { widgets } = boot
  const choice = (boot.cookies ?? null) as CookieChoice | null
  const everything = { preferences: true, statistics: true, marketing: true }
  const hasAny = allowedWidgets(settings, everything).length > 0

  useEffect(() => {
    const wasAnswered = document.documentElement.dataset.cookies !== undefined
    const isWanted = wasAnswered ? hasAny : allowedWidgets(settings, choice).length > 0
    if (widgets === undefined && isWanted) return reloadPage()
    if (!widgets?.length) return
    const added = widgets.map((address) => {
      const script = document.createElement('script')
      script.src = address
      script.async = true
      document.body.append(script)
      return script
    })
    return () => {
      for (const script of added) script.remove()
      reloadPage()
    }
  }, [widgets, settings, choice, hasAny])

  return hasAny && boot.cookies === null ? <span hidden data-awaits-cookies /> : null
}
