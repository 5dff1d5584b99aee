import { globSync, readFileSync } from 'node:fs'

/** A statement of a source file that writes a table; `table` is null where the name is not written out. */
export type TableWrite = { file: string; table: string | null }

/** Which folder writes each table, and the files that write many tables by design, each with its reason. */
export type TableOwnership = {
  owners: Readonly<Record<string, string>>
  generalWriters: Readonly<Record<string, string>>
}

/** The owners of tables that no source file writes: triggers, and the retailer. */
const outsideSource = ['db/migrations', 'operations']

const excepted = /\.test\.|testing|samples|^db\/(?:migrations|demo)\//

/** Returns the writes in all source files. Tests, migrations and the data of the demonstration are left out. */
export function listTableWrites(): TableWrite[] {
  const files = globSync('{src,scripts,db}/**/*.{ts,tsx}').filter((file) => !excepted.test(file))
  return files.flatMap((file) => findTableWrites(file, readFileSync(file, 'utf8')))
}

const literal = String.raw`'(?<table>\w+)`
const statements = [
  String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:${literal}|\S)`,
  String.raw`\b(?:upsertRows|insertRows)\([^{}]*\{\s*(?:table: ${literal}|\S)`,
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:(?<table>\w+)|\$\{)`,
  String.raw`\bupdate\s+(?:only\s+)?(?:(?<table>\w+)|\$\{[^}]*\})(?:\s+as)?(?:\s+\w+)?\s+set\b`,
]

/** Returns the writes in the text of a file: of the query builder, of bulk inserts, and in SQL. */
export function findTableWrites(file: string, text: string): TableWrite[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return statements.flatMap((statement) =>
    [...code.matchAll(new RegExp(statement, 'g'))].map(({ groups }) => ({ file, table: groups?.table ?? null })),
  )
}

/** Finds the writes of a table by a folder that does not own it, and writes of tables whose name is not written out. */
export function findForeignWrites(writes: readonly TableWrite[], { owners, generalWriters }: TableOwnership): string[] {
  return writes
    .filter(({ file, table }) => !(file in generalWriters) && (table === null || owners[table] !== folderOf(file)))
    .map(({ file, table }) =>
      table === null
        ? `${file} writes a table whose name is not written out`
        : `${file} writes ${table} of ${owners[table] ?? 'nobody'}`,
    )
}

/** Finds the owners that do not write their table, and the general writers that write none. */
export function findIdleOwners(writes: readonly TableWrite[], { owners, generalWriters }: TableOwnership): string[] {
  const isWritten = (table: string, owner: string) =>
    writes.some((write) => write.table === table && folderOf(write.file) === owner)
  return [
    ...Object.entries(owners)
      .filter(([table, owner]) => !outsideSource.includes(owner) && !isWritten(table, owner))
      .map(([table, owner]) => `${owner} does not write ${table}`),
    ...Object.keys(generalWriters)
      .filter((file) => !writes.some((write) => write.file === file))
      .map((file) => `${file} writes no table`),
  ]
}

/** Returns the folder of a source file that may own tables: `domains/payments`, `kit/server`; outside `src` its first one. */
function folderOf(file: string): string {
  const [first, second, third] = file.split('/')
  return first === 'src' ? `${second}/${third}` : first!
}
