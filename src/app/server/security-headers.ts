/**
 * What every answer tells browsers to refuse. Pages bring a policy of their own, with a nonce; everything else may do
 * nothing at all in a browser. `Origin-Agent-Cluster` is not among them: the frames of card providers answer without it,
 * and a browser keeps to what the first page of an origin said.
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
  // Older browsers' own filter of scripts can be turned against a page.
  'x-xss-protection': '0',
}
