import type { Kysely } from 'kysely'
import type { Config } from '#app/server/config.ts'
import type { DB } from '#db/tables.ts'

/** What a command works with. */
type Asked = { words: string[]; config: Config; db: Kysely<DB>; now: Date }

/** Something that the command line does: its words, those that follow it, what it is for. It answers what to print. */
export type Command = {
  name: string
  parameters: string
  summary: string
  run(asked: Asked): Promise<string>
}

/** Something that whoever typed the command can mend; it is printed without a trace of the program. */
export class CommandError extends Error {
  override name = 'CommandError'
}
