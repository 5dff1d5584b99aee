/** A column with encrypted data: the text itself, or a link that carries one in its query. */
export type EncryptedColumn = {
  table: string
  column: string
  primaryKey: { column: string; type: 'bigint' | 'uuid' }
  holds: 'text' | 'link'
}

/**
 * Every column with encrypted data. The data of a column that is missing here is lost when the previous key is retired.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  columnsOfTable('code_app', { column: 'user_id', type: 'bigint' }, ['sealed_secret']),
  columnsOfTable('session', { column: 'session_id', type: 'uuid' }, ['sealed_provider_token']),
  columnsOfTable('upstream_session', { column: 'session_id', type: 'uuid' }, ['sealed_token']),
  columnsOfTable('webhook_endpoint', { column: 'endpoint_id', type: 'bigint' }, [
    'sealed_secret',
    'previous_sealed_secret',
  ]),
  columnsOfTable('blocked_data', { column: 'blocked_data_id', type: 'bigint' }, ['sealed_rows']),
  columnsOfTable('outbox_message', { column: 'message_id', type: 'uuid' }, ['link'], 'link'),
].flat()

/** Matches the encrypted text in a link, in the database and in code alike. */
const linkParameterPattern = '[?&](?:sealed|resume)=([^&#]+)'

/** Returns the encrypted text in a stored value. Null for a link without one. */
export function encryptedTextIn(value: string, { holds }: Pick<EncryptedColumn, 'holds'>): string | null {
  return holds === 'text' ? value : (new RegExp(linkParameterPattern).exec(value)?.[1] ?? null)
}

/** Returns the same as SQL, for a named column. */
export function encryptedTextSql(column: string, { holds }: Pick<EncryptedColumn, 'holds'>): string {
  return holds === 'text' ? column : `substring(${column} from '${linkParameterPattern}')`
}

function columnsOfTable(
  table: string,
  primaryKey: EncryptedColumn['primaryKey'],
  columns: readonly string[],
  holds: EncryptedColumn['holds'] = 'text',
): EncryptedColumn[] {
  return columns.map((column) => ({ table, column, primaryKey, holds }))
}
