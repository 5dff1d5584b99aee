// The first that fits: most browsers also call themselves by the name of those before them.
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
 * Browser and system of a user agent, as much as somebody needs to know their own again: "Firefox, Windows". No versions,
 * and null where neither is told, as by most programs.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const told = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean)
  return told.length ? told.join(', ') : null
}

function nameIn(names: typeof browsers, userAgent = ''): string | undefined {
  return names.find(([, mark]) => mark.test(userAgent))?.[0]
}
