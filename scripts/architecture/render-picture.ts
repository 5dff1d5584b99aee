/**
 * Renders the domains and their dependencies as a Mermaid diagram. A dependency that follows from another one is left out: the
 * picture shows the shortest set of arrows with the same meaning.
 */
export function renderPicture(dependencies: Readonly<Record<string, readonly string[]>>): string {
  const arrows = Object.keys(dependencies).flatMap((domain) =>
    directDependencies(domain, dependencies).map((dependency) => `  ${domain} --> ${dependency}`),
  )
  return ['```mermaid', 'flowchart BT', ...arrows, '```'].join('\n')
}

function directDependencies(domain: string, dependencies: Readonly<Record<string, readonly string[]>>): string[] {
  const own = dependencies[domain]!
  return own.filter((each) => !own.some((other) => other !== each && reaches(other, each, dependencies)))
}

function reaches(from: string, to: string, dependencies: Readonly<Record<string, readonly string[]>>): boolean {
  return dependencies[from]!.some((each) => each === to || reaches(each, to, dependencies))
}

const markers = ['<!-- generated: npm run architecture-docs -->', '<!-- end -->'] as const

/** Returns a document with the text between its two markers replaced. @throws if it has no markers. */
export function replaceGenerated(document: string, text: string): string {
  const [begin, end] = markers.map((marker) => document.indexOf(marker)) as [number, number]
  if (begin < 0 || end < begin) throw new Error(`The document has no ${markers[0]} … ${markers[1]}.`)
  return `${document.slice(0, begin)}${markers[0]}\n${text}\n${document.slice(end)}`
}
