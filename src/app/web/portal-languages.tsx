import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { LanguagesContext } from '#kit/web/navigation/languages.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'

/** Provides the languages of the settings to components that show them. */
export function PortalLanguages({ children }: { children: ReactNode }) {
  const portal = usePortal()
  const router = useRouter()
  const href = useLocation({ select: (location) => location.href })
  const { locale: present, offeredLocales: offered } = useBoot()
  const languages = useMemo(
    () => ({
      offered,
      present,
      addressOf: (locale: string) => `${portal.basePath}/language/${locale}?${new URLSearchParams({ to: href })}`,
      choose: async (locale: typeof present) => {
        const { chooseLanguage } = await import('./choose-language.ts')
        await chooseLanguage(router, portal, locale)
      },
    }),
    [router, portal, href, offered, present],
  )
  return <LanguagesContext value={languages}>{children}</LanguagesContext>
}
