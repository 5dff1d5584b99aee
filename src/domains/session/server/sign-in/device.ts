// The first match is used: most browsers also include the names of their predecessors.
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns browser and system of a user agent, enough for users to recognise their own: "Firefox, Windows". No versions.
 * Null if neither is stated, as by most programs.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const parts = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean)
  return parts.length ? parts.join(', ') : null
}

function nameIn(names: typeof browsers, userAgent = ''): string | undefined {
  return names.find(([, mark]) => mark.test(userAgent))?.[0]
}
