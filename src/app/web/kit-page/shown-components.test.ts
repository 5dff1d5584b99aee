import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import texts from './texts/es.json'

const kit = 'src/kit/web'

/** The components that are not shown on their own, each with the reason. */
const internal: Record<string, string> = {
  'chart/chart-table.tsx': 'the table of BarChart',
  'chart/legend.tsx': 'the legend of BarChart',
  'chart/plot-area.tsx': 'the bars of BarChart',
  'chart/swatch.tsx': 'the squares in the legend of BarChart',
  'chart/tooltip.tsx': 'the details of a bar of BarChart',
  'feedback/load-failure-reason.tsx': 'the sentence of ErrorState and of screens that cannot be loaded',
  'feedback/retry-boundary.tsx': 'draws ErrorState where its content fails to load',
  'form/date-calendar.tsx': 'the calendar of DateField',
  'form/field.tsx': 'the label, hint and error of every field',
  'list/remaining-rows.tsx': 'the end of a Table that does not show all its rows yet',
  'list/scroll-container.tsx': 'the edge of Table and of other wide content',
}

const samples = globSync('src/app/web/kit-page/*-samples.tsx').map((file) => readFileSync(file, 'utf8'))
const named = samples.flatMap((text) => [...text.matchAll(/<SampleSection\s+name="(\w+)"/g)].map(([, name]) => name!))

const files = globSync('**/*.tsx', { cwd: kit })
  .filter((file) => !file.includes('test'))
  .map((file) => ({ file, exported: exportedComponents(`${kit}/${file}`) }))
  .filter(({ exported }) => exported.length > 0)

function exportedComponents(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name!)
}

test.each(files)('$file is shown by one of its components, or is internal with a reason', ({ file, exported }) => {
  const isShown = exported.some((name) => named.includes(name))
  expect({ isShown, isInternal: file in internal }).toEqual({ isShown, isInternal: !isShown })
})

test('every internal component exists, and every shown one is of the kit', () => {
  expect(Object.keys(internal).filter((file) => !files.some((each) => each.file === file))).toEqual([])
  const all = files.flatMap(({ exported }) => exported)
  expect(named.filter((name) => !all.includes(name))).toEqual([])
  expect(named.length).toBe(new Set(named).size)
})

test('every shown component has a purpose, and every purpose is of one', () => {
  expect(Object.keys(texts.purposes).sort()).toEqual([...named].sort())
})
