/** The destination of error reports in the format of Sentry and compatible systems: https://KEY@HOST/PATH/PROJECT. */
export type Dsn = { key: string; origin: string; envelopeUrl: string }

/** Parses a DSN. Returns null for anything that is not one. */
export function parseDsn(text: string): Dsn | null {
  if (!URL.canParse(text)) return null
  const { username, protocol, host, pathname } = new URL(text)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  if (!username || !project) return null
  const origin = `${protocol}//${host}`
  return { key: username, origin, envelopeUrl: `${[origin, ...parts].join('/')}/api/${project}/envelope/` }
}
