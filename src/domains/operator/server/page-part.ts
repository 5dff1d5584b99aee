import type { Database } from '#db/database.ts'
import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#kit/locale.ts'
import { firstLanguage } from '../content-language.ts'
import { featureFlagsOf } from '../feature-flags.ts'
import { groupsFor } from '../rules.ts'
import { joinSettings } from '../settings/join.ts'
import { privateSettings, publicSettings, type Settings } from '../settings.ts'
import { findHtmlOfGroups } from './html-store.ts'
import { presentElement } from './present.ts'

type Needs = { db: Database; settings: Settings; basePath: string }

/**
 * What of the operator arrives with a page: the settings and flags that whoever looks at it may know, and the retailer's
 * HTML for the places of the portal that they may see.
 */
export async function operatorPart(
  { db, settings, basePath }: Needs,
  { isSignedIn, withHtml, locale }: { isSignedIn: boolean; withHtml: boolean; locale: Locale },
): Promise<Pick<Boot, 'settings' | 'flags' | 'blocks'>> {
  const groups = withHtml ? groupsFor({ isSignedIn, settings }) : []
  const languages = { locale, fallback: firstLanguage(settings.defaultLocale) }
  const blocks = groups.length ? await findHtmlOfGroups(db, groups, languages) : []
  const known = publicSettings(settings)
  return {
    settings: isSignedIn ? joinSettings(known, privateSettings(settings)) : known,
    flags: featureFlagsOf(settings),
    blocks: blocks.map((block) => presentElement(block, basePath)),
  }
}
