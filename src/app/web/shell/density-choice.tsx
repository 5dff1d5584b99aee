import { useTranslations } from 'use-intl'
import { changeBoot, useBoot, usePortal } from '#kit/web/portal.ts'
import { keepInBrowser } from '../keep-in-browser.ts'

/** Sets the pages closer or with more room, for those who work with many contracts. */
export function DensityChoice({ className }: { className?: string }) {
  const t = useTranslations('shell.density')
  const portal = usePortal()
  const { density } = useBoot()
  const other = density === 'compact' ? 'roomy' : 'compact'

  function choose() {
    keepInBrowser(portal, 'density', other)
    changeBoot(portal, { density: other })
  }

  return (
    <button type="button" className={className} onClick={choose}>
      {t(other)}
    </button>
  )
}
