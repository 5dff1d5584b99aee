/** The package entries of a package-lock.json. */
export type Lockfile = {
  lockfileVersion: number
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

const registry = 'https://registry.npmjs.org/'

/**
 * Returns the problems of a lock file: packages from outside the registry, or without integrity so that they could be
 * replaced unnoticed.
 */
export function findLockfileProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, { resolved, integrity, link }]) => [
      ...(link ? [`${path} is a link.`] : []),
      ...(resolved !== undefined && !resolved.startsWith(registry) ? [`${path} comes from ${resolved}.`] : []),
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no sha512 of its content.`]),
    ])
}
