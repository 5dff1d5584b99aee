// Paths of invoices, and of a payment on the provider's own page, in key form.

/** The path of the page of an invoice. A number may have any characters, slashes too. */
export const invoiceAddress = (number: string) => `/invoices/${encodeURIComponent(number)}` as const

/** The path that redirects the browser to the provider's page. */
export const providerRedirectPath = (platform: string, paymentId: string) => `/payments/${platform}/${paymentId}`

/** The query parameter that accompanies the payment when the browser returns; `failed` if nothing was paid. */
export const returnStatus = 'redirect_status'

/** The path that the provider sends the browser back to. */
export const returnPath = (paymentId: string, isPaid: boolean) =>
  `/invoices?payment_intent=${paymentId}&${returnStatus}=${isPaid ? 'succeeded' : 'failed'}`
