import type { Database } from '#db/database.ts'
import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { firstLanguage } from '../content-language.ts'
import { featureFlagsOf } from '../feature-flags.ts'
import { blockGroupsFor } from '../rules.ts'
import { joinSettings } from '../settings/join-settings.ts'
import { type Settings, toPrivateSettings, toPublicSettings } from '../settings.ts'
import { findHtmlOfGroups } from './html-store.ts'
import { presentElement } from './present-content.ts'

type RetailerBootDeps = { db: Database; settings: Settings; basePath: string }

/**
 * Loads the retailer's data that arrives with a page: the settings and flags visible to the actor, and the retailer's
 * HTML for the places that they may see.
 */
export async function loadRetailerBoot(
  { db, settings, basePath }: RetailerBootDeps,
  { isSignedIn, withHtml, locale }: { isSignedIn: boolean; withHtml: boolean; locale: Locale },
): Promise<Pick<Boot, 'settings' | 'flags' | 'blocks'>> {
  const groups = withHtml ? blockGroupsFor({ isSignedIn, settings }) : []
  const languages = { locale, fallback: firstLanguage(settings.defaultLocale) }
  const blocks = groups.length ? await findHtmlOfGroups(db, groups, languages) : []
  const visitorSettings = toPublicSettings(settings)
  return {
    settings: isSignedIn ? joinSettings(visitorSettings, toPrivateSettings(settings)) : visitorSettings,
    flags: featureFlagsOf(settings),
    blocks: blocks.map((block) => presentElement(block, basePath)),
  }
}
