/** Whether a statement begins a transaction, as Kysely writes it. */
export function beginsTransaction(statement: string): boolean {
  return statement === 'begin' || statement.startsWith('start transaction')
}

/** Whether a statement ends a transaction, as Kysely writes it. */
export function endsTransaction(statement: string): boolean {
  return statement === 'commit' || statement === 'rollback'
}
