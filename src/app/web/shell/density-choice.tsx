import { useTranslations } from 'use-intl'
import { changeBoot, useBoot, usePortal } from '#kit/web/portal.ts'
import { savePreference } from '../save-preference.ts'

/** Switches between compact and comfortable density, for users with many contracts. */
export function DensityChoice({ className }: { className?: string }) {
  const t = useTranslations('shell.density')
  const portal = usePortal()
  const { density } = useBoot()
  const other = density === 'compact' ? 'roomy' : 'compact'

  function choose() {
    savePreference(portal, 'density', other)
    changeBoot(portal, { density: other })
  }

  return (
    <button type="button" className={className} onClick={choose}>
      {t(other)}
    </button>
  )
}
