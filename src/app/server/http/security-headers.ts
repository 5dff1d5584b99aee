/**
 * The restrictions that every answer sends to browsers. Pages have their own policy, with a nonce; everything else may
 * do nothing in a browser. `Origin-Agent-Cluster` is left out: the frames of payment providers answer without it, and a
 * browser sticks to the value of the first page of an origin.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The script filter of older browsers can be turned against a page.
  'x-xss-protection': '0',
}
