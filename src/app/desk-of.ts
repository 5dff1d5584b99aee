/**
 * Returns the name of the desk (a section of the back office) that a file under `src` belongs to: that of its own folder, or of
 * its domain where the domain has only one. Returns undefined for any other file.
 */
export function deskOf(file: string): string | undefined {
  const [, section, domain, desk] =
    file.match(/(?:^|src\/|\.\.\/)(?:backoffice\/([^/]+)|domains\/([^/]+)\/desk(?:\/([^/]+))?)\//) ?? []
  return section ?? (desk && !['server', 'texts', 'web'].includes(desk) ? desk : domain)
}
