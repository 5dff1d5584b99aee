import { matchesSearch } from '#kit/backoffice/search-terms.ts'

/**
 * The groups of settings in page order: the first segments of their paths, and two for settings without a group
 * segment.
 */
export const settingGroups = [
  ...(['languages', 'general', 'organization', 'brand', 'maintenance', 'featureFlags', 'features'] as const),
  ...([
    'home',
    'header',
    'helpDialog',
    'requests',
    'care',
    'contracts',
    'ibanChange',
    'refCatastral',
    'invoices',
    'payment',
    'approvals',
  ] as const),
  ...(['contractation', 'comparator', 'powerCalculator', 'newsletter', 'priceAlerts', 'signup', 'password'] as const),
  ...(['session', 'oidc', 'uploads', 'retention', 'api', 'errorReporting'] as const),
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** Returns the approval subject for changes of a setting, of which at most one is open. */
export function settingApprovalSubject(path: string): string {
  return `setting:${path}`
}

/** Returns the group of a setting. */
export function settingGroupOf(path: string): SettingGroup {
  if (path === 'languages' || path === 'defaultLocale') return 'languages'
  const outermost = path.split('.')[0]
  return (path.includes('.') && settingGroups.find((group) => group === outermost)) || 'general'
}

/** Checks whether a setting matches a search: every word must occur somewhere in the given parts. */
export function matchesSettingSearch(parts: readonly unknown[], query: string): boolean {
  return matchesSearch(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '), query)
}

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5

/** Checks whether all text in colours derived from the brand colour is readable, in light and dark mode. */
export function isContrastSufficient(contrasts: Record<string, { light: number; dark: number }>): boolean {
  return Object.values(contrasts).every(({ light, dark }) => Math.min(light, dark) >= minContrast)
}

/** Adds a member at the end of the list or removes it, preserving the order of the others. */
export function toggleMember<Member>(list: readonly Member[], member: Member): Member[] {
  return list.includes(member) ? list.filter((each) => each !== member) : [...list, member]
}
