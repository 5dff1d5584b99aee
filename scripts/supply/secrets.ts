/**
 * Forms that secrets have by which their makers know them. It finds what is pasted by mistake, not what somebody hides; a
 * password of somebody's own making looks like any other word.
 */
const kinds: readonly { kind: string; form: RegExp }[] = [
  { kind: 'private key', form: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*\n[\w+/=\s]{64}/g },
  { kind: 'AWS access key', form: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'GitHub token', form: /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})\b/g },
  { kind: 'GitLab token', form: /\bglpat-[\w-]{20,}/g },
  { kind: 'npm token', form: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'Slack token', form: /\bxox[abeoprs]-[\w-]{20,}/g },
  { kind: 'Stripe live key', form: /\b(?:sk|rk)_live_\w{16,}/g },
  { kind: 'Stripe webhook secret', form: /\bwhsec_[A-Za-z0-9]{32,}\b/g },
  { kind: 'Google API key', form: /\bAIza[\w-]{35}\b/g },
  { kind: 'SendGrid key', form: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
  {
    kind: 'password in an address',
    form: /\b[a-z][a-z+]{2,10}:\/\/[^\s:/@'"`$<{]+:([^\s/@'"`$<{]+)@[\w.-]+\.[a-z]{2,}/g,
  },
]

// What documents and tests write in the place of one.
const examples = /^(?:password|secret|pass|pw|user|x+|\.+|…)$/i
const exampleHosts = /(?:localhost|127\.0\.0\.1|\.test|\.example|\bexample\.(?:com|org|net)|\bhost)(?=[:/'"`\s]|$)/

export type Found = { line: number; kind: string }

/** Where a text holds what looks like a secret. */
export function secretsIn(text: string): Found[] {
  return kinds.flatMap(({ kind, form }) =>
    [...text.matchAll(form)]
      .filter(([match, password]) => !(password && (examples.test(password) || exampleHosts.test(match))))
      .map(({ index }) => ({ line: text.slice(0, index).split('\n').length, kind })),
  )
}
