-- Roles and their privileges. Run it in the portal's database, as its owner or as a superuser, after each migration, and where
-- tables are distributed over Citus after deploy/citus.sql, on the coordinator:
--   psql --set=ON_ERROR_STOP=1 --dbname=llum --file=deploy/roles.sql
-- It can be run any number of times. Set each password once: \password llum_app
--
--   llum         owns the tables and migrates (MIGRATE_DATABASE_URL); the owner may have any other name
--   llum_app     servers and workers (DATABASE_URL): reads and writes rows, no DDL; in append-only tables, only reads and inserts
--   llum_report  reads for reports, but no password, key, token, or hash of one
--   llum_backup  reads everything, for pg_dump

do $$
declare
  role text;
begin
  foreach role in array array['llum_app', 'llum_report', 'llum_backup'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole noinherit', role);
    end if;
  end loop;
end $$;

do $$
declare
  table_info record;
  readable text;
  is_all_readable boolean;
  -- Tables that Citus distributes (deploy/citus.sql), where this runs on the coordinator.
  distributed name[] := array[]::name[];
  owner name := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'kysely_migration');
  -- Columns whose name suggests a credential, or something that leads to one.
  secret constant text := '(secret|password|hash|sealed|token|credential|signature_code|idempotency|public_key|recovery)';
  -- Tables of credentials, and of messages sent on a user's behalf: closed as a whole.
  closed constant text[] := array[
    'access_token', 'account_link', 'client_credential', 'code_app', 'identity_challenge', 'idempotent_reply',
    'integration_key', 'operator_link', 'outbox_message', 'passkey', 'recovery_code', 'secret_key', 'session',
    'upstream_session', 'webhook_endpoint', 'login_throttle', 'visitor_throttle'
  ];
begin
  if to_regclass('pg_dist_partition') is not null then
    execute 'select coalesce(array_agg(relname), array[]::name[]) from pg_dist_partition join pg_class on pg_class.oid = logicalrelid'
      into distributed;
  end if;
  execute 'revoke create on schema public from public, llum_app, llum_report, llum_backup';
  execute 'grant usage on schema public to llum_app, llum_report, llum_backup';
  execute 'revoke all on all tables in schema public from public, llum_app, llum_report, llum_backup';
  execute 'grant usage, select on all sequences in schema public to llum_app';
  execute 'grant select on all sequences in schema public to llum_backup';
  execute 'grant select on all tables in schema public to llum_backup';
  -- They act as the owner, who may create and drop tables.
  execute 'grant execute on function add_curve_months(date[]), drop_curve_months(date) to llum_app';

  for table_info in
    select
      tablename as name,
      -- A ledger is append-only: it has the trigger that refuses to change its rows.
      exists (
        select from pg_trigger
        join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = format('public.%I', tablename)::regclass and proname = 'refuse_change'
      ) as is_ledger
    from pg_tables where schemaname = 'public'
  loop
    execute format(
      'grant %s on public.%I to llum_app',
      case
        when table_info.name like 'kysely\_%' then 'select'
        when table_info.is_ledger then 'select, insert'
        else 'select, insert, update, delete'
      end,
      table_info.name
    );
    if table_info.name = any(closed) or table_info.name like 'kysely\_%' then continue; end if;
    select string_agg(quote_ident(column_name), ', ') filter (where column_name !~ secret), bool_and(column_name !~ secret)
      into readable, is_all_readable
      from information_schema.columns where table_schema = 'public' and table_name = table_info.name;
    if table_info.name = any(distributed) then
      -- Citus grants tables, not columns: one that has a secret is closed as a whole.
      if is_all_readable then execute format('grant select on public.%I to llum_report', table_info.name); end if;
    elsif readable is not null then
      execute format('grant select (%s) on public.%I to llum_report', readable, table_info.name);
    end if;
  end loop;

  -- Tables of the next migration can be used at once; ledgers are restricted when this script runs again.
  if owner is not null then
    execute format('alter default privileges for role %I in schema public grant select, insert, update, delete on tables to llum_app', owner);
    execute format('alter default privileges for role %I in schema public grant usage, select on sequences to llum_app', owner);
    execute format('alter default privileges for role %I in schema public grant select on tables to llum_backup', owner);
    execute format('alter default privileges for role %I in schema public grant select on sequences to llum_backup', owner);
  end if;
end $$;
