import { type Kysely, sql } from 'kysely'
import { RefusedMigrationError } from '../refused-migration.ts'

/** The previous version of the program reads numbers of eight bytes as text, so it may not run meanwhile or afterwards. */
export const needsStop = true

/**
 * Ids have eight bytes: an import takes an id for each stored line, changed or not, and would use up those of four bytes
 * within a year. All columns named for an id become `bigint`, identity columns with their sequences. Foreign keys are set
 * aside meanwhile, so that each is checked once.
 */
export async function up(db: Kysely<unknown>) {
  await refuseDistributedTables(db)
  await sql`
    set local statement_timeout = 0;

    create temporary table narrow on commit drop as
      select attrelid as relation, attnum as number, attname as name, typelem <> 0 as is_array
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_type on pg_type.oid = atttypid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attinhcount = 0
        and attname ~ '_ids?$' and atttypid in ('int2'::regtype, 'int4'::regtype, 'int2[]'::regtype, 'int4[]'::regtype);

    create temporary table set_aside on commit drop as
      select conrelid::regclass as relation, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and conparentid = 0
        and (conrelid in (select relation from narrow) or confrelid in (select relation from narrow));

    -- Triggers that name columns, in which a column cannot change.
    create temporary table set_aside_trigger on commit drop as
      select tgrelid::regclass as relation, tgname as name, pg_get_triggerdef(oid) as definition
      from pg_trigger
      where not tgisinternal and tgparentid = 0 and (tgattr <> '' or tgqual is not null)
        and tgrelid in (select relation from narrow);

    create or replace function count_invoice_list_change() returns trigger language plpgsql as $$
      declare holder_id bigint;
      begin
        for holder_id in select distinct customer_id from changed order by customer_id loop
          insert into invoice_list_version (customer_id, version) values (holder_id, 1)
            on conflict (customer_id) do update set version = invoice_list_version.version + 1;
        end loop;
        return null;
      end
    $$;

    create or replace function count_invoice_list_change_by_contract() returns trigger language plpgsql as $$
      declare holder_id bigint;
      begin
        for holder_id in
          select distinct customer_id from changed join previous using (customer_id, contract_id)
          where (changed.name, changed.cups, changed.supply_street, changed.supply_city, changed.payer_tax_id)
            is distinct from (previous.name, previous.cups, previous.supply_street, previous.supply_city, previous.payer_tax_id)
          order by customer_id
        loop
          insert into invoice_list_version (customer_id, version) values (holder_id, 1)
            on conflict (customer_id) do update set version = invoice_list_version.version + 1;
        end loop;
        return null;
      end
    $$;

    do $$
      declare each record;
      begin
        for each in select * from set_aside loop
          execute format('alter table %s drop constraint %I', each.relation, each.name);
        end loop;
        for each in select * from set_aside_trigger loop
          execute format('drop trigger %I on %s', each.name, each.relation);
        end loop;
        for each in
          select relation::regclass as relation,
            string_agg(format('alter column %I type %s', name, case when is_array then 'bigint[]' else 'bigint' end), ', ') as changes
          from narrow group by narrow.relation order by narrow.relation
        loop
          execute format('alter table %s %s', each.relation, each.changes);
        end loop;
        for each in select * from set_aside loop
          execute format('alter table %s add constraint %I %s', each.relation, each.name, each.definition);
        end loop;
        for each in select * from set_aside_trigger loop
          execute each.definition;
        end loop;
        -- A column that has changed its type has no statistics. An empty table needs none.
        for each in
          select distinct relation::regclass as relation from narrow where exists (
            select from (select relation as part union select relid from pg_partition_tree(relation)) as parts
            where pg_relation_size(part) > 0)
        loop
          execute format('analyze %s', each.relation);
        end loop;
      end
    $$;
  `.execute(db)
}

// Citus changes the type of no identity column, nor of the column by which a table is distributed.
async function refuseDistributedTables(db: Kysely<unknown>) {
  const { rows } = await sql<{
    has_citus: boolean
  }>`select to_regclass('pg_dist_partition') is not null as has_citus`.execute(db)
  if (!rows[0]!.has_citus) return
  const distributed = await sql`select from pg_dist_partition`.execute(db)
  if (distributed.rows.length > 0)
    throw new RefusedMigrationError(
      'Ids of four bytes cannot be widened where tables are distributed over Citus. Copy the database into a plain one first, as docs/running/upgrade.md says under "Citus". Nothing has been changed.',
    )
}
