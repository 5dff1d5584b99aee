import { useTranslations } from 'use-intl'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { formatLabelled } from '#vocabulary/format.ts'
import { languageNames } from '#vocabulary/locale.ts'

/** The current language, as a menu of the others. Renders nothing if there is only one. */
export function LanguageMenu({ className }: { className?: string }) {
  const t = useTranslations('shell')
  const { locale, offeredLocales } = useBoot()
  if (offeredLocales.length < 2) return null
  return (
    <Popover
      isEager
      button={(props) => (
        <button
          {...props}
          type="button"
          className={className}
          aria-label={formatLabelled(t('language'), languageNames[locale], locale)}
        >
          {languageNames[locale]}
        </button>
      )}
    >
      {(close) => <LanguageLinks isList label={t('language')} onChoose={close} />}
    </Popover>
  )
}
