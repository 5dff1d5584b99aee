/** What a package-lock.json says of each package. */
export type Lockfile = {
  lockfileVersion: number
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

const registry = 'https://registry.npmjs.org/'

/** What is wrong with a lock file: packages that come from elsewhere than the registry, or that could be exchanged unseen. */
export function lockfileProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .flatMap(([place, { resolved, integrity, link }]) => [
      ...(link ? [`${place} is a link.`] : []),
      ...(resolved !== undefined && !resolved.startsWith(registry) ? [`${place} comes from ${resolved}.`] : []),
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${place} has no sha512 of its content.`]),
    ])
}
