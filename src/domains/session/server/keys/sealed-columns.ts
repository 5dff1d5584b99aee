/** A column that holds what is sealed: the text itself, or a link that carries one in its query. */
export type SealedColumn = {
  table: string
  column: string
  primaryKey: { column: string; type: 'integer' | 'uuid' }
  holds: 'text' | 'link'
}

/** Every column that holds what is sealed. What is missing here is lost when the key before is retired. */
export const sealedColumns: readonly SealedColumn[] = [
  ofTable('code_app', { column: 'user_id', type: 'integer' }, ['sealed_secret']),
  ofTable('session', { column: 'session_id', type: 'uuid' }, ['sealed_provider_token']),
  ofTable('upstream_session', { column: 'session_id', type: 'uuid' }, ['sealed_token']),
  ofTable('webhook_endpoint', { column: 'endpoint_id', type: 'integer' }, ['sealed_secret', 'previous_sealed_secret']),
  ofTable('blocked_data', { column: 'blocked_data_id', type: 'integer' }, ['sealed_rows']),
  ofTable('outbox_message', { column: 'message_id', type: 'uuid' }, ['link'], 'link'),
].flat()

/** Where a link carries what is sealed, for the database and for programs alike. */
const inLink = '[?&](?:sealed|resume)=([^&#]+)'

/** What is sealed in a stored value; null for a link without. */
export function sealedTextIn(value: string, { holds }: Pick<SealedColumn, 'holds'>): string | null {
  return holds === 'text' ? value : (new RegExp(inLink).exec(value)?.[1] ?? null)
}

/** The same as SQL, on a column that is named there. */
export function sealedTextSql(column: string, { holds }: Pick<SealedColumn, 'holds'>): string {
  return holds === 'text' ? column : `substring(${column} from '${inLink}')`
}

function ofTable(
  table: string,
  primaryKey: SealedColumn['primaryKey'],
  columns: readonly string[],
  holds: SealedColumn['holds'] = 'text',
): SealedColumn[] {
  return columns.map((column) => ({ table, column, primaryKey, holds }))
}
