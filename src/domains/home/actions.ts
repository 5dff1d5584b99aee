import { contractsPath, newContractPath } from '#domains/operator/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/operator/settings/join.ts'

/** What can be done from the first page. Its words go by the name, its address is in key form. */
type Action = { name: string; href: string; isOffered?: (settings: CustomerSettings) => boolean }

const groups = {
  contracts: [
    { name: 'listContracts', href: '/contracts/electricity' },
    {
      name: 'downloadContract',
      href: '/contracts/electricity?action=download',
      isOffered: ({ features }) => !features.disableDownloadContractReport,
    },
    {
      name: 'changePower',
      href: '/contracts/electricity?action=powChange',
      isOffered: ({ features }) => features.powerChange && features.displayTypes.includes('electricity'),
    },
    {
      name: 'changeAccount',
      href: '/contracts/electricity?action=ibanChange',
      isOffered: ({ ibanChange }) => ibanChange.enabled,
    },
    {
      name: 'keepDataPrivate',
      href: '/contracts/electricity?action=noCesionSips',
      isOffered: ({ features }) => features.noCesionSips,
    },
    {
      name: 'changeAddress',
      href: '/contracts/electricity?action=notifAddrChange',
      isOffered: ({ features }) => features.notificacionAddressChange,
    },
    {
      name: 'newContract',
      href: '/new-electricity-customer',
      isOffered: ({ contractation }) => newContractPath(contractation) !== null,
    },
  ],
  invoices: [
    { name: 'listInvoices', href: '/invoices' },
    { name: 'downloadInvoice', href: '/invoices?action=download' },
    { name: 'payOnline', href: '/invoices?action=payOnline', isOffered: ({ invoices }) => invoices.enablePayment },
  ],
  consumption: [{ name: 'seeConsumption', href: '/contracts/electricity?action=consumption' }],
} as const satisfies Record<string, readonly Action[]>

export type ActionGroup = keyof typeof groups
export type ActionName = (typeof groups)[ActionGroup][number]['name']
export type OfferedAction = { name: ActionName; href: string }

/**
 * The grid of actions: by group, those that the settings offer and whose page exists. Somebody without a session is
 * offered those too, and asked to log in on the way.
 */
export function offeredActions(
  settings: CustomerSettings,
  hasPage: (address: string) => boolean,
): { group: ActionGroup; actions: OfferedAction[] }[] {
  return Object.entries(groups)
    .map(([group, actions]) => ({
      group: group as ActionGroup,
      actions: (actions as readonly (Action & { name: ActionName })[])
        .map(({ name, href, isOffered }) => ({ name, href: addressFor(name, href, settings), isOffered }))
        .filter(({ href, isOffered }) => hasPage(href) && (isOffered?.(settings) ?? true))
        .map(({ name, href }) => ({ name, href })),
    }))
    .filter(({ actions }) => actions.length > 0)
}

// Contracts begin with what the retailer shows first, a new one with what it sells.
function addressFor(name: ActionName, href: string, { features, contractation }: CustomerSettings): string {
  if (name === 'newContract') return newContractPath(contractation) ?? href
  return href.replace('/contracts/electricity', contractsPath(features))
}
