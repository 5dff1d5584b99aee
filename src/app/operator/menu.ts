import { isAllowed, type OperatorRole } from '#kit/operator-role.ts'
import { pages } from './pages.ts'

/** The groups of the menu, each with its pages, by the key of their texts. */
const menu = [
  {
    group: 'customers',
    entries: [
      { name: 'customers', href: '/operator/customers' },
      { name: 'cases', href: '/operator/cases' },
      { name: 'duties', href: '/operator/duties' },
      { name: 'compensations', href: '/operator/compensations' },
      { name: 'requests', href: '/operator/requests' },
      { name: 'leads', href: '/operator/leads' },
      { name: 'switches', href: '/operator/switches' },
      { name: 'erasures', href: '/operator/erasures' },
      { name: 'debitReturns', href: '/operator/debit-returns' },
      { name: 'collections', href: '/operator/collections' },
      { name: 'declarations', href: '/operator/declarations' },
      { name: 'billChecks', href: '/operator/held-bills' },
      { name: 'corrections', href: '/operator/curve-corrections' },
    ],
  },
  {
    group: 'sales',
    entries: [
      { name: 'products', href: '/operator/products' },
      { name: 'figures', href: '/operator/regulated' },
      { name: 'coupons', href: '/operator/campaigns' },
      { name: 'market', href: '/operator/market' },
      { name: 'futures', href: '/operator/futures' },
      { name: 'revisions', href: '/operator/revisions' },
    ],
  },
  {
    group: 'portal',
    entries: [
      { name: 'settings', href: '/operator/settings' },
      { name: 'content', href: '/operator/content' },
      { name: 'newsletters', href: '/operator/newsletters' },
      { name: 'caseTypes', href: '/operator/case-types' },
      { name: 'norms', href: '/operator/norms' },
      { name: 'holidays', href: '/operator/holidays' },
    ],
  },
  {
    group: 'system',
    entries: [
      { name: 'health', href: '/operator/health' },
      { name: 'activity', href: '/operator/figures' },
      { name: 'payments', href: '/operator/payments' },
      { name: 'approvals', href: '/operator/approvals' },
      { name: 'imports', href: '/operator/imports' },
      { name: 'jobs', href: '/operator/jobs' },
      { name: 'mails', href: '/operator/mails' },
      { name: 'webhooks', href: '/operator/webhooks' },
      { name: 'operators', href: '/operator/operators' },
      { name: 'audit', href: '/operator/audit' },
    ],
  },
] as const

type Group = (typeof menu)[number]
type Entry = Group['entries'][number]

/** Returns the part of the menu for an operator with these roles. */
export function menuFor(roles: readonly OperatorRole[]): { group: Group['group']; entries: readonly Entry[] }[] {
  const isTheirs = ({ href }: Entry) => isAllowed(roles, pages.find(({ path }) => path === href)?.roles ?? [])
  const groups = menu.map(({ group, entries }) => ({ group, entries: (entries as readonly Entry[]).filter(isTheirs) }))
  return groups.filter(({ entries }) => entries.length > 0)
}

/** Returns the entry whose page, or one below it, is shown; undefined if it is not in the menu. */
export function presentOperatorEntry(pathname: string): Entry['name'] | undefined {
  const entries = menu.flatMap(({ entries }): readonly Entry[] => entries)
  return entries.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))?.name
}
