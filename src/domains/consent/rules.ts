/** What somebody may let the portal keep or load, beside what it needs. */
export const cookiePurposes = ['preferences', 'statistics', 'marketing'] as const
export type CookiePurpose = (typeof cookiePurposes)[number]
export type CookieChoice = Record<CookiePurpose, boolean>

export const noCookies: CookieChoice = { preferences: false, statistics: false, marketing: false }
const allCookies: CookieChoice = { preferences: true, statistics: true, marketing: true }

/** How a decision is kept in a browser: by whom (a random key), on which text, and what. */
export type KeptChoice = { key: string; textVersion: string; choice: CookieChoice }

export function writeChoice({ key, textVersion, choice }: KeptChoice): string {
  const agreed = cookiePurposes.filter((purpose) => choice[purpose]).map((purpose) => purpose[0])
  return [key, textVersion, agreed.join('')].join('.')
}

/** A kept decision; null for what is none. */
export function readChoice(text: string | undefined): KeptChoice | null {
  const [, key, textVersion, agreed] = /^([\w-]{20,60})\.([\w-]{1,20})\.([psm]{0,3})$/.exec(text ?? '') ?? []
  if (key === undefined || textVersion === undefined || agreed === undefined) return null
  const choice = Object.fromEntries(cookiePurposes.map((purpose) => [purpose, agreed.includes(purpose[0]!)]))
  return { key, textVersion, choice: choice as CookieChoice }
}

/** What a posted form decides: everything, nothing, or what is ticked; null where it decides nothing. */
export function choiceOf(fields: Readonly<Record<string, string>>): CookieChoice | null {
  if (fields.choice === 'accept') return allCookies
  if (fields.choice === 'reject') return noCookies
  if (fields.choice !== 'chosen') return null
  const ticked = cookiePurposes.map((purpose) => [purpose, fields[purpose] !== undefined])
  return Object.fromEntries(ticked) as CookieChoice
}

const leftBy: Record<Exclude<CookiePurpose, 'preferences'>, RegExp> = {
  statistics:
    /^(_ga(_.+)?|_gid|_gat(_.+)?|_dc_gtm_.+|__utm.|_pk_(id|ses|ref|cvar|hsr).*|_hj.+|_clck|_clsk|amplitude.+|mp_.+)$/,
  marketing: /^(_fbp|_fbc|_gcl_.+|_gac_.+|_uet(sid|vid)|_ttp|IDE)$/,
}

/** Which of the cookies of a browser the programs of a purpose leave that is refused. */
export function refusedCookies(names: readonly string[], choice: CookieChoice): string[] {
  return names.filter(
    (name) =>
      (!choice.statistics && leftBy.statistics.test(name)) || (!choice.marketing && leftBy.marketing.test(name)),
  )
}

type WidgetSettings = { contractation: { chatWidgetUrl: string; orderTrackingWidgetUrl: string } }

/** The scripts of others that contracting loads: a chat is a preference, following orders is statistics. */
export function allowedWidgets({ contractation }: WidgetSettings, choice: CookieChoice | null): string[] {
  const { chatWidgetUrl, orderTrackingWidgetUrl } = contractation
  return [
    ...(choice?.preferences && chatWidgetUrl ? [chatWidgetUrl] : []),
    ...(choice?.statistics && orderTrackingWidgetUrl ? [orderTrackingWidgetUrl] : []),
  ]
}

const widgetPages = ['/new-electricity-customer', '/new-gas-customer', '/new-dual-customer']

/** Whether a page, in key form, may have scripts of others: where contracts are taken out, and nowhere else. */
export function hasWidgets(keyPath: string): boolean {
  return widgetPages.includes(keyPath)
}
