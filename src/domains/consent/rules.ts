/** The optional purposes for which the portal may store or load something. */
export const cookiePurposes = ['preferences', 'statistics', 'marketing'] as const
export type CookiePurpose = (typeof cookiePurposes)[number]
export type CookieChoice = Record<CookiePurpose, boolean>

export const noCookies: CookieChoice = { preferences: false, statistics: false, marketing: false }
const allCookies: CookieChoice = { preferences: true, statistics: true, marketing: true }

/** A cookie decision as stored in a browser: the random key of the browser, the version of the text, and the choice. */
export type StoredChoice = { key: string; textVersion: string; choice: CookieChoice }

export function serializeChoice({ key, textVersion, choice }: StoredChoice): string {
  const agreed = cookiePurposes.filter((purpose) => choice[purpose]).map((purpose) => purpose[0])
  return [key, textVersion, agreed.join('')].join('.')
}

/** Parses a stored cookie decision. Returns null for anything that is not one. */
export function parseChoice(text: string | undefined): StoredChoice | null {
  const [, key, textVersion, agreed] = /^([\w-]{20,60})\.([\w-]{1,20})\.([psm]{0,3})$/.exec(text ?? '') ?? []
  if (key === undefined || textVersion === undefined || agreed === undefined) return null
  const choice = Object.fromEntries(cookiePurposes.map((purpose) => [purpose, agreed.includes(purpose[0]!)]))
  return { key, textVersion, choice: choice as CookieChoice }
}

/** Returns the decision of a posted form: everything, nothing, or what is ticked. Null if it contains none. */
export function choiceFromForm(fields: Readonly<Record<string, string>>): CookieChoice | null {
  if (fields.choice === 'accept') return allCookies
  if (fields.choice === 'reject') return noCookies
  if (fields.choice !== 'chosen') return null
  const checked = cookiePurposes.map((purpose) => [purpose, fields[purpose] !== undefined])
  return Object.fromEntries(checked) as CookieChoice
}

const cookiePatterns: Record<Exclude<CookiePurpose, 'preferences'>, RegExp> = {
  statistics:
    /^(_ga(_.+)?|_gid|_gat(_.+)?|_dc_gtm_.+|__utm.|_pk_(id|ses|ref|cvar|hsr).*|_hj.+|_clck|_clsk|amplitude.+|mp_.+)$/,
  marketing: /^(_fbp|_fbc|_gcl_.+|_gac_.+|_uet(sid|vid)|_ttp|IDE)$/,
}

/** Returns the cookies of a browser that belong to refused purposes. */
export function findRefusedCookies(names: readonly string[], choice: CookieChoice): string[] {
  return names.filter(
    (name) =>
      (!choice.statistics && cookiePatterns.statistics.test(name)) ||
      (!choice.marketing && cookiePatterns.marketing.test(name)),
  )
}

type WidgetSettings = { contractation: { chatWidgetUrl: string; orderTrackingWidgetUrl: string } }

/**
 * Returns the third-party scripts that contracting may load: a chat counts as preferences, order tracking as
 * statistics.
 */
export function findAllowedWidgets({ contractation }: WidgetSettings, choice: CookieChoice | null): string[] {
  const { chatWidgetUrl, orderTrackingWidgetUrl } = contractation
  return [
    ...(choice?.preferences && chatWidgetUrl ? [chatWidgetUrl] : []),
    ...(choice?.statistics && orderTrackingWidgetUrl ? [orderTrackingWidgetUrl] : []),
  ]
}

const widgetPages = ['/new-electricity-customer', '/new-gas-customer', '/new-dual-customer']

/** Checks whether a page, in key form, may load third-party scripts: only where contracts are taken out. */
export function hasWidgets(keyPath: string): boolean {
  return widgetPages.includes(keyPath)
}
