import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { LanguagesContext } from '#kit/web/navigation/languages.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { useOpenedLocation } from './use-opened-location.ts'

/** Provides the languages of the settings to components that show them. */
export function PortalLanguages({ children }: { children: ReactNode }) {
  const portal = usePortal()
  const router = useRouter()
  const { locale: present, offeredLocales: offered } = useBoot()
  // The same value on every page: another one would be rendered at once in all parts that have not been hydrated yet.
  const languages = useMemo(
    () => ({
      ...{ offered, present, useAddressOf },
      choose: async (locale: Locale) => {
        const { chooseLanguage } = await import('./choose-language.ts')
        await chooseLanguage(router, portal, locale)
      },
    }),
    [router, portal, offered, present],
  )
  return <LanguagesContext value={languages}>{children}</LanguagesContext>
}

function useAddressOf() {
  const { basePath } = usePortal()
  const href = useOpenedLocation(hrefOf)
  return (locale: Locale) => `${basePath}/language/${locale}?${new URLSearchParams({ to: href })}`
}

const hrefOf = ({ href }: { href: string }) => href
