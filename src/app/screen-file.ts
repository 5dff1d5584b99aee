/**
 * Returns the file under `src` of a screen that a page names by its folder and name: `invoices/invoices-screen` of a domain,
 * `offers/desk/coupons/coupons-screen` of a desk, `backoffice/audit/audit-screen` of the back office.
 */
export function screenFileOf(screen: string): string {
  const [, folder, file] = screen.match(/^(.*)\/(.*)$/)!
  return `${folder!.startsWith('backoffice/') ? '' : 'domains/'}${folder}/web/${file}.tsx`
}
