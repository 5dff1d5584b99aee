import { defaultContractsPath, defaultNewContractPath } from '#domains/retailer/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'

/** An action of the home page. Its texts go by the name; its address is in key form. */
type Action = { name: string; href: string; isOffered?: (settings: CustomerSettings) => boolean }

const actionGroups = {
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
      isOffered: ({ contractation }) => defaultNewContractPath(contractation) !== null,
    },
  ],
  invoices: [
    { name: 'listInvoices', href: '/invoices' },
    { name: 'downloadInvoice', href: '/invoices?action=download' },
    { name: 'payOnline', href: '/invoices?action=payOnline', isOffered: ({ invoices }) => invoices.enablePayment },
  ],
  consumption: [{ name: 'seeConsumption', href: '/contracts/electricity?action=consumption' }],
} as const satisfies Record<string, readonly Action[]>

export type ActionGroup = keyof typeof actionGroups
export type ActionName = (typeof actionGroups)[ActionGroup][number]['name']
export type OfferedAction = { name: ActionName; href: string }

/**
 * Returns the grid of actions by group, those that the settings offer and whose page exists. Visitors without a session
 * are offered them too, and asked to sign in on the way.
 */
export function findOfferedActions(
  settings: CustomerSettings,
  hasPage: (address: string) => boolean,
): { group: ActionGroup; actions: OfferedAction[] }[] {
  return Object.entries(actionGroups)
    .map(([group, actions]) => ({
      group: group as ActionGroup,
      actions: (actions as readonly (Action & { name: ActionName })[])
        .map(({ name, href, isOffered }) => ({ name, href: actionHref(name, href, settings), isOffered }))
        .filter(({ href, isOffered }) => hasPage(href) && (isOffered?.(settings) ?? true))
        .map(({ name, href }) => ({ name, href })),
    }))
    .filter(({ actions }) => actions.length > 0)
}

// The contracts link opens the first kind that the retailer shows; the new-contract link, the first kind that it sells.
function actionHref(name: ActionName, href: string, { features, contractation }: CustomerSettings): string {
  if (name === 'newContract') return defaultNewContractPath(contractation) ?? href
  return href.replace('/contracts/electricity', defaultContractsPath(features))
}
