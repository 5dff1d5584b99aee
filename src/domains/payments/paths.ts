// Addresses of a payment that goes by a page of its provider, in key form.

/** Where a browser leaves for the provider's page. */
export const leavingPath = (platform: string, paymentId: string) => `/payments/${platform}/${paymentId}`

/** What stands in the address beside the payment that the browser comes back with; `failed` when nothing was paid. */
export const returnStatus = 'redirect_status'

/** Where the provider sends the browser back to. */
export const returnPath = (paymentId: string, isPaid: boolean) =>
  `/invoices?payment_intent=${paymentId}&${returnStatus}=${isPaid ? 'succeeded' : 'failed'}`
