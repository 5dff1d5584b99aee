/** Where reports of errors go, as Sentry and those that speak like it write it: https://KEY@HOST/PATH/PROJECT. */
export type Dsn = { key: string; origin: string; envelopeUrl: string }

/** Reads a DSN; null for what is none. */
export function parseDsn(text: string): Dsn | null {
  if (!URL.canParse(text)) return null
  const { username, protocol, host, pathname } = new URL(text)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  if (!username || !project) return null
  const origin = `${protocol}//${host}`
  return { key: username, origin, envelopeUrl: `${[origin, ...parts].join('/')}/api/${project}/envelope/` }
}
