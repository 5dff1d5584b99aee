/**
 * Formats of secrets that identify their issuer. This finds accidental pastes, not secrets hidden on purpose; a
 * self-chosen password looks like any other word.
 */
const secretPatterns: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*\n[\w+/=\s]{64}/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})\b/g },
  { kind: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{20,}/g },
  { kind: 'Stripe live key', pattern: /\b(?:sk|rk)_live_\w{16,}/g },
  { kind: 'Stripe webhook secret', pattern: /\bwhsec_[A-Za-z0-9]{32,}\b/g },
  { kind: 'Google API key', pattern: /\bAIza[\w-]{35}\b/g },
  { kind: 'SendGrid key', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
  {
    kind: 'password in an address',
    pattern: /\b[a-z][a-z+]{2,10}:\/\/[^\s:/@'"`$<{]+:([^\s/@'"`$<{]+)@[\w.-]+\.[a-z]{2,}/g,
  },
]

// Placeholders in documents and tests.
const examples = /^(?:password|secret|pass|pw|user|x+|\.+|…)$/i
const exampleHosts = /(?:localhost|127\.0\.0\.1|\.test|\.example|\bexample\.(?:com|org|net)|\bhost)(?=[:/'"`\s]|$)/

export type SecretFinding = { line: number; kind: string }

/** Returns the positions in a text of what looks like a secret. */
export function findSecrets(text: string): SecretFinding[] {
  return secretPatterns.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(([match, password]) => !(password && (examples.test(password) || exampleHosts.test(match))))
      .map(({ index }) => ({ line: text.slice(0, index).split('\n').length, kind })),
  )
}
