import type { BrowserContext } from 'playwright-core'

/** The requests of a browser to Stripe's hosts, by host and path. */
export type StripeRequests = { requests: string[] }

/**
 * Intercepts requests to Stripe's hosts in a browser: its script with card fields in frames of js.stripe.com, payment
 * methods created by api.stripe.com, and the bank's challenge in a frame of hooks.stripe.com. The browser applies the
 * content security policy first, so requests that a page blocks never arrive here.
 */
export async function interceptStripe(
  context: BrowserContext,
  { methodId, onApproved }: { methodId: string; onApproved: (clientSecret: string) => void },
): Promise<StripeRequests> {
  const requests: string[] = []
  await context.route(/^https:\/\/([\w-]+\.)*stripe\.com\//, async (route) => {
    const { hostname, pathname, searchParams } = new URL(route.request().url())
    requests.push(hostname + pathname)
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (hostname === 'api.stripe.com') return route.fulfill({ headers: cors, json: { id: methodId } })
    if (hostname === 'hooks.stripe.com') {
      if (pathname === '/approved') onApproved(searchParams.get('secret') ?? '')
      return route.fulfill({ contentType: 'text/html', body: bankPage })
    }
    if (pathname.endsWith('.html')) return route.fulfill({ contentType: 'text/html', body: fieldPage })
    return route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript.toString()})()` })
  })
  return { requests }
}

const fieldPage = '<!doctype html><label>Field <input autocomplete="off"></label>'
const bankPage = `<!doctype html><script>
document.onclick = async () => {
  await fetch('/approved' + location.search)
  parent.postMessage('approved', '*')
}</script><button>Approve</button>`

/** Fakes Stripe.js as far as the portal uses it. It runs in the page, so it may use nothing from this module. */
function stripeScript() {
  const frameOf = (address: string, title: string) =>
    Object.assign(document.createElement('iframe'), { src: address, title })
  const elementOf = (type: string) => ({
    mount(target: HTMLElement) {
      const frame = frameOf(`https://js.stripe.com/v3/elements-inner.html#${type}`, type)
      frame.addEventListener('load', () => this.ready?.({ elementType: type }))
      target.append(frame)
    },
    ready: undefined as ((event: object) => void) | undefined,
    on(event: string, listener: (event: object) => void) {
      if (event === 'ready') this.ready = listener
      return this
    },
    off: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
    focus: () => undefined,
  })
  const stripe = () => {
    const elements = new Map<string, ReturnType<typeof elementOf>>()
    return {
      _registerWrapper: () => undefined,
      elements: () => ({
        create(type: string) {
          elements.set(type, elementOf(type))
          return elements.get(type)
        },
        getElement: (type: string) => elements.get(type) ?? null,
        update: () => undefined,
      }),
      createToken: () => undefined,
      confirmCardPayment: () => undefined,
      async createPaymentMethod() {
        const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST' })
        return { paymentMethod: await answer.json() }
      },
      async handleNextAction({ clientSecret }: { clientSecret: string }) {
        const frame = frameOf(`https://hooks.stripe.com/3d_secure?secret=${clientSecret}`, 'bank')
        frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;background:#fff;z-index:9'
        const approved = new Promise((done) =>
          addEventListener('message', ({ data }) => data === 'approved' && done(data)),
        )
        document.body.append(frame)
        await approved
        frame.remove()
        return {}
      },
    }
  }
  Object.assign(window, { Stripe: Object.assign(stripe, { version: 3 }) })
}
