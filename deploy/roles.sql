-- Who may do what in the database. Run it in the portal's database, as its owner or as a superuser, after each migration:
--   psql --set=ON_ERROR_STOP=1 --dbname=llum --file=deploy/roles.sql
-- It may be run as often as one likes. Passwords are given once: \password llum_app
--
--   llum         owns the tables, and migrates (MIGRATE_DATABASE_URL); any other name does, as long as it owns them
--   llum_app     servers and workers (DATABASE_URL): rows, but no tables; what is only ever added to, it only reads and adds to
--   llum_report  reads for reports, and no password, key, token or hash of one
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
  place record;
  readable text;
  owner name := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'kysely_migration');
  -- Named like something that lets somebody in, or that leads to it.
  secret constant text := '(secret|password|hash|sealed|token|credential|signature_code|idempotency|public_key|recovery)';
  -- What lets somebody in, as a whole, and what leaves in their name.
  closed constant text[] := array[
    'access_token', 'account_link', 'client_credential', 'code_app', 'identity_challenge', 'idempotent_reply',
    'integration_key', 'operator_link', 'outbox_message', 'passkey', 'recovery_code', 'secret_key', 'session',
    'upstream_session', 'webhook_endpoint', 'login_throttle', 'visitor_throttle'
  ];
begin
  execute 'revoke create on schema public from public, llum_app, llum_report, llum_backup';
  execute 'grant usage on schema public to llum_app, llum_report, llum_backup';
  execute 'revoke all on all tables in schema public from public, llum_app, llum_report, llum_backup';
  execute 'grant usage, select on all sequences in schema public to llum_app';
  execute 'grant select on all sequences in schema public to llum_backup';
  execute 'grant select on all tables in schema public to llum_backup';

  for place in
    select
      tablename as name,
      -- A ledger is known by the trigger that refuses to change its rows.
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
        when place.name like 'kysely\_%' then 'select'
        when place.is_ledger then 'select, insert'
        else 'select, insert, update, delete'
      end,
      place.name
    );
    if place.name = any(closed) or place.name like 'kysely\_%' then continue; end if;
    select string_agg(quote_ident(column_name), ', ') into readable
      from information_schema.columns
      where table_schema = 'public' and table_name = place.name and column_name !~ secret;
    if readable is not null then
      execute format('grant select (%s) on public.%I to llum_report', readable, place.name);
    end if;
  end loop;

  -- What the next migration makes can be used at once; which of it are ledgers is settled when this is run again.
  if owner is not null then
    execute format('alter default privileges for role %I in schema public grant select, insert, update, delete on tables to llum_app', owner);
    execute format('alter default privileges for role %I in schema public grant usage, select on sequences to llum_app', owner);
    execute format('alter default privileges for role %I in schema public grant select on tables to llum_backup', owner);
    execute format('alter default privileges for role %I in schema public grant select on sequences to llum_backup', owner);
  end if;
end $$;
