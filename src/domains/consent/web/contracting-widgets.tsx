import { useEffect } from 'react'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { type CookieChoice, findAllowedWidgets } from '../rules.ts'

/**
 * Loads the third-party chat and order tracking on the contracting pages, once the visitor has agreed. The policy of a
 * document is that of the URL it was loaded from, so the page is reloaded when the visitor arrives from elsewhere in
 * the portal, and again when they leave with third-party scripts running.
 */
export function ContractingWidgets() {
  const boot = useBoot()
  const settings = useSettings()
  const { widgets } = boot
  const choice = (boot.cookies ?? null) as CookieChoice | null
  const allChoices = { preferences: true, statistics: true, marketing: true }
  const hasAny = findAllowedWidgets(settings, allChoices).length > 0

  useEffect(() => {
    const wasAnswered = document.documentElement.dataset.cookies !== undefined
    const areWidgetsAllowed = wasAnswered ? hasAny : findAllowedWidgets(settings, choice).length > 0
    if (widgets === undefined && areWidgetsAllowed) return reloadPage()
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
