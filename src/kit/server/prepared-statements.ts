import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { StatementRunner } from './statement-runner.ts'
import { beginsTransaction, endsTransaction } from './transaction-statements.ts'

// Each connection of PostgreSQL keeps what it prepared until it ends, some ten kilobytes a statement.
const maxPrepared = 200
const minUses = 10
const maxCounted = 1_000
// Longer ones write many rows at once.
const maxLength = 20_000

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>
type DatabaseError = { code?: string }

/**
 * Returns a function that makes the queries of a connection prepare the reads that are repeated: PostgreSQL parses and
 * plans such a statement once per connection. A statement is repeated from its tenth run; at most 200 of a process are
 * prepared.
 */
export function statementPreparer(): (runner: StatementRunner) => Query {
  const uses = new LRUCache<string, number>({ max: maxCounted })
  const names = new Map<string, string>()
  // Those whose columns have changed since they were prepared.
  const changed = new Set<string>()

  function nameOf(text: string): string | undefined {
    const name = names.get(text)
    if (name || names.size >= maxPrepared || changed.has(text) || !isRead(text)) return name
    const count = (uses.get(text) ?? 0) + 1
    if (count < minUses) uses.set(text, count)
    else {
      uses.delete(text)
      names.set(text, hash('sha256', text, 'base64url'))
    }
    return undefined
  }

  return (runner) => {
    let isInTransaction = false
    return async (text, values) => {
      if (beginsTransaction(text)) isInTransaction = true
      else if (endsTransaction(text)) isInTransaction = false
      // A transaction cannot run again what fails because a migration has changed a table since.
      const isSuitable = !isInTransaction && values.length > 0 && text.length <= maxLength
      const name = isSuitable ? nameOf(text) : undefined
      if (!name) return runner.query(text, values)
      try {
        return await runner.query({ name, text, values: values as unknown[] })
      } catch (error) {
        if (!hasChangedColumns(error)) throw error
        names.delete(text)
        changed.add(text)
        return runner.query(text, values)
      }
    }
  }
}

// A plan for any values cannot tell which partial index the condition of an `on conflict` means, and fails.
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)

// "cached plan must not change result type": the statement has returned nothing yet.
const hasChangedColumns = (error: unknown) => (error as DatabaseError).code === '0A000'
