import { holdsWords } from '#desks/common/holds-words.ts'

/** The groups of settings, in the order of the page: the outermost names of their paths, and two for those that stand alone. */
export const groups = [
  ...(['languages', 'general', 'organization', 'brand', 'maintenance', 'featureFlags', 'features'] as const),
  ...([
    'home',
    'header',
    'helpDialog',
    'requests',
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
export type SettingGroup = (typeof groups)[number]

/** What the requests for a change of a setting are about: one at a time. */
export function subjectOfSetting(path: string): string {
  return `setting:${path}`
}

/** The group that a setting stands in. */
export function groupOf(path: string): SettingGroup {
  if (path === 'languages' || path === 'defaultLocale') return 'languages'
  const outermost = path.split('.')[0]
  return (path.includes('.') && groups.find((group) => group === outermost)) || 'general'
}

/** What a search box over settings finds: all of the words typed, anywhere in what is told of it. */
export function matches(told: readonly unknown[], typed: string): boolean {
  return holdsWords(told.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '), typed)
}

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5

/** Whether every text that is made of a brand's colour can be read, in light and in dark. */
export function isReadable(contrasts: Record<string, { light: number; dark: number }>): boolean {
  return Object.values(contrasts).every(({ light, dark }) => Math.min(light, dark) >= leastContrast)
}

/** A list with one more or one less of its members, the others in their order and a new one last. */
export function toggled<Member>(list: readonly Member[], member: Member): Member[] {
  return list.includes(member) ? list.filter((each) => each !== member) : [...list, member]
}
