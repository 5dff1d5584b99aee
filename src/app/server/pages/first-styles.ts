/**
 * A rule of a style sheet: its selectors with the classes that each requires, or the condition of those inside it.
 */
type StyleRule =
  | { kind: 'rule'; text: string; required: readonly (readonly string[])[] }
  | { kind: 'group'; condition: string; rules: readonly StyleRule[] }

/** Returns the classes and custom properties (`--name`) that a document names, sorted, each once. */
export function listStyleNames(html: string): string[] {
  const names = new Set<string>()
  // Rows repeat their classes.
  const attributes = new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, classes = '']) => classes))
  for (const classes of attributes) for (const name of classes.split(' ')) names.add(name)
  for (const [, property = ''] of html.matchAll(reference)) names.add(property)
  names.delete('')
  return [...names].sort()
}

const reference = /var\((--[\w-]+)/g
const definition = /(--[\w-]+):([^;{}]*);?/g

/** Parses a minified style sheet, without its fonts from files, animations, and what only applies to print. */
export function parseStyles(css: string): StyleRule[] {
  return splitBlocks(css).flatMap(({ head, body }): StyleRule[] => {
    const text = `${head}{${body}}`
    if (/^@(media|supports|layer|container)/.test(head))
      return /^@media print/.test(head) ? [] : [{ kind: 'group', condition: head, rules: parseStyles(body) }]
    if (head.startsWith('@keyframes')) return []
    if (head.startsWith('@font-face')) return body.includes('url(') ? [] : [{ kind: 'rule', text, required: [[]] }]
    if (head.startsWith('@')) return [{ kind: 'rule', text, required: [[]] }]
    const selectors = withoutArguments(head).split(',')
    return [{ kind: 'rule', text, required: selectors.filter((one) => !isOfInteraction(one)).map(classesOf) }]
  })
}

/** Returns the rules that apply to a document with these names before a person acts. */
export function selectStyles(rules: readonly StyleRule[], names: ReadonlySet<string>): string {
  const css = selectRules(rules, names)
  const used = findUsedProperties(css, names)
  return css.replace(definition, (text, name: string) => (used.has(name) ? text : ''))
}

function selectRules(rules: readonly StyleRule[], classes: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if (rule.kind === 'rule')
        return rule.required.some((names) => names.every((name) => classes.has(name))) ? rule.text : ''
      const inside = selectRules(rule.rules, classes)
      return inside && `${rule.condition}{${inside}}`
    })
    .join('')
}

/** Returns the custom properties that are named outside of definitions, or in definitions that are used themselves. */
function findUsedProperties(css: string, names: ReadonlySet<string>): Set<string> {
  const referencesIn = (text: string) => [...text.matchAll(reference)].map(([, name]) => name!)
  const definitions = new Map<string, string[]>()
  for (const [, name, value] of css.matchAll(definition))
    definitions.set(name!, [...(definitions.get(name!) ?? []), ...referencesIn(value!)])
  const used = new Set([...names, ...referencesIn(css.replace(definition, ''))])
  for (const name of used) for (const other of definitions.get(name) ?? []) used.add(other)
  return used
}

const isOfInteraction = (selector: string) =>
  /:(hover|active|focus|popover-open|modal)|::(backdrop|selection)/.test(selector)

const classesOf = (selector: string) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)

// The arguments of :not, :is and :has are alternatives, or must not apply.
function withoutArguments(selector: string): string {
  let text = selector
  for (;;) {
    const shorter = text.replace(/\([^()]*\)/g, '')
    if (shorter === text) return text
    text = shorter
  }
}

/** Splits a style sheet into its outermost blocks. Statements without a block do not occur in what is built. */
function splitBlocks(css: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = []
  let depth = 0
  let start = 0
  let bodyStart = 0
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (sign === '{' && depth++ === 0) bodyStart = index + 1
    if (sign !== '}' || --depth > 0) continue
    blocks.push({ head: css.slice(start, bodyStart - 1).trim(), body: css.slice(bodyStart, index) })
    start = index + 1
  }
  return blocks
}
