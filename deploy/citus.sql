-- Distributes the schema over the nodes of Citus (13 or later). Run it on the coordinator, on a migrated database without
-- writers: once at first, and after each upgrade for the new tables. What is distributed already stays as it is.
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f deploy/citus.sql
-- docs/running/scale.md says how a cluster is prepared, and what was measured on one; docs/decisions/0093 why it is so.
--
-- Four kinds of table:
--   distributed  grows with customers; everything that one customer's page queries is on one node
--   reference    small and joined with everything, so that every node has a copy; each write goes to all nodes
--   managed      on the coordinator only, and written in one transaction with the nodes, whatever ends meanwhile
--   local        on the coordinator only: queues, credentials, what is looked up by something other than a customer

-- Triggers write only to rows of the same customer, therefore on the same node. Reference and distributed tables are written
-- in one transaction. Both go for programs and migrations too.
set citus.enable_unsafe_triggers to on;
set citus.multi_shard_modify_mode to 'sequential';
do $$
  begin
    execute format('alter database %I set citus.enable_unsafe_triggers to on', current_database());
    execute format('alter database %I set citus.multi_shard_modify_mode to sequential', current_database());
  end
$$;

create temporary table distribution (
  name text primary key,
  kind text not null,
  on_column text,
  colocated_with text,
  place serial
) on commit drop;

-- ── reference ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
insert into distribution (kind, name) values
  -- Customers: one row each, unique by NIF, referenced by every distributed table. Ten million take 2 GB on each node.
  ('reference', 'customer'),
  -- Supply points, unique by CUPS, joined with contracts (by customer) and curves (by supply point).
  ('reference', 'distributor'),
  ('reference', 'supply_point'),
  ('reference', 'supply_zone'),
  -- What contracts are about: some hundreds of rows.
  ('reference', 'product'),
  ('reference', 'product_price'),
  ('reference', 'offer'),
  ('reference', 'tariff_option'),
  ('reference', 'spot_price'),
  -- Changes of their prices and terms, joined with the notice of each contract.
  ('reference', 'revision');

-- ── distributed by customer ──────────────────────────────────────────────────────────────────────────────────────────────────
insert into distribution (kind, name, on_column, colocated_with) values
  ('distributed', 'address', 'customer_id', 'none'),
  ('distributed', 'bank_account', 'customer_id', 'address'),
  ('distributed', 'contract', 'customer_id', 'address'),
  ('distributed', 'contract_tariff', 'customer_id', 'address'),
  ('distributed', 'contract_power', 'customer_id', 'address'),
  ('distributed', 'curve_recount', 'customer_id', 'address'),
  ('distributed', 'attachment', 'customer_id', 'address'),
  ('distributed', 'change_request', 'customer_id', 'address'),
  ('distributed', 'tariff_choice', 'customer_id', 'address'),
  ('distributed', 'signature', 'customer_id', 'address'),
  ('distributed', 'multipoint_invoice', 'customer_id', 'address'),
  ('distributed', 'invoice', 'customer_id', 'address'),
  ('distributed', 'invoice_document', 'customer_id', 'address'),
  ('distributed', 'invoice_announcement', 'customer_id', 'address'),
  ('distributed', 'bill_check', 'customer_id', 'address'),
  ('distributed', 'bill_hold', 'customer_id', 'address'),
  ('distributed', 'invoice_pending_state', 'customer_id', 'address'),
  ('distributed', 'invoice_list_version', 'customer_id', 'address'),
  ('distributed', 'data_consent', 'customer_id', 'address'),
  ('distributed', 'own_data_access', 'customer_id', 'address'),
  ('distributed', 'debt', 'customer_id', 'address'),
  ('distributed', 'debt_event', 'customer_id', 'address'),
  ('distributed', 'suspension_stop', 'customer_id', 'address'),
  ('distributed', 'switch_step', 'customer_id', 'address'),
  ('distributed', 'debt_paper', 'customer_id', 'address'),
  ('distributed', 'supply_declaration', 'customer_id', 'address'),
  ('distributed', 'supply_declaration_file', 'customer_id', 'address'),
  ('distributed', 'payment_plan', 'customer_id', 'address'),
  ('distributed', 'payment_plan_part', 'customer_id', 'address'),
  ('distributed', 'payment_attempt', 'customer_id', 'address'),
  ('distributed', 'payment_entry', 'customer_id', 'address'),
  ('distributed', 'payment_refund', 'customer_id', 'address'),
  ('distributed', 'payment_refund_entry', 'customer_id', 'address'),
  ('distributed', 'revision_notice', 'customer_id', 'address'),
  ('distributed', 'battery', 'customer_id', 'address'),
  ('distributed', 'battery_link', 'customer_id', 'address'),
  ('distributed', 'battery_entry', 'customer_id', 'address');

-- ── distributed by supply point ──────────────────────────────────────────────────────────────────────────────────────────────
-- Nine tenths of all data: one row per supply point and day, in months that become distributed with their table. A contract's page queries one supply point.
insert into distribution (kind, name, on_column, colocated_with) values
  ('distributed', 'curve_day', 'supply_point_id', 'none'),
  ('distributed', 'curve_correction', 'supply_point_id', 'curve_day'),
  ('distributed', 'curve_version', 'supply_point_id', 'curve_day'),
  ('distributed', 'meter_reading', 'supply_point_id', 'curve_day'),
  ('distributed', 'gas_reading', 'supply_point_id', 'curve_day'),
  ('distributed', 'held_power', 'supply_point_id', 'curve_day');

-- ── distributed by their lookup key ──────────────────────────────────────────────────────────────────────────────────────────
insert into distribution (kind, name, on_column, colocated_with) values
  -- The market's register of all supply points, tens of millions that are not our customers, looked up by CUPS.
  ('distributed', 'register_point', 'cups20', 'none'),
  ('distributed', 'register_month', 'cups20', 'register_point');

-- ── managed ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
insert into distribution (kind, name) values
  -- The claim of a write and its reply. Whatever the write changed on a worker is committed with them, or not at all.
  ('managed', 'idempotent_reply');

-- ── local ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
insert into distribution (kind, name) select 'local', unnest(names) from (values
  -- Users and the customers they have access to: read by every request, before its customer is known.
  (array['user_account', 'user_customer']),
  -- Open sessions only, looked up by id before the user is known.
  (array['session', 'upstream_session']),
  -- Credentials, looked up by a hash.
  (array['access_token', 'client_credential', 'integration_key', 'secret_key']),
  -- Credentials of one user, a handful each.
  (array['code_app', 'recovery_code', 'passkey', 'identity_challenge', 'external_identity', 'operator_link', 'account_link']),
  -- A few per operator.
  (array['saved_filter']),
  -- Settings, public content, regulated prices and terms: some hundreds of rows, read alone.
  (array['setting', 'banner', 'html_route', 'html_element', 'content_version', 'regulated_figure', 'wallet_term',
    'answer_term', 'duty_norm', 'holiday', 'postcode_town', 'origin_retailer', 'campaign']),
  -- Queues and inboxes that workers process in chronological order.
  (array['outbox_message', 'sent_mail', 'webhook_event', 'webhook_delivery', 'webhook_try', 'webhook_endpoint', 'provider_event',
    'redsys_order', 'stored_file_removal']),
  -- One row that every server writes.
  (array['readiness_probe']),
  -- Stored for minutes to days, most looked up by a hash.
  (array['account_request', 'login_throttle', 'visitor_throttle', 'payment_hold', 'told_line']),
  -- Few rows, looked up by the day they expire.
  (array['erasure_record', 'blocked_data']),
  -- Few users have one.
  (array['data_export', 'erasure_request', 'payment_denial', 'price_alert', 'unwanted_message',
    'consumption_alert', 'consumption_alert_notice']),
  -- Requests that await a second operator, listed across all customers; a few a day.
  (array['approval_request']),
  -- Also of people who are not customers, and handled by operators across all of them; the first to distribute if cases
  -- reach the millions.
  (array['support_case', 'support_message', 'support_attachment', 'support_category', 'support_type', 'support_subtype']),
  -- Listed by day across all customers; their statements name a subject.
  (array['duty', 'compensation']),
  -- Listed by day across all customers; some have none yet.
  (array['debit_return']),
  -- Of people who are not customers yet.
  (array['lead', 'lead_file', 'coupon', 'upload']),
  -- Append-only; partition by time rather than by customer.
  (array['consent_entry', 'audit_entry']),
  -- By e-mail address, of people who need not be customers.
  (array['newsletter', 'newsletter_subscriber', 'newsletter_subscription', 'newsletter_confirmation']),
  -- Some thousands of rows, read alone.
  (array['futures_product', 'futures_price']),
  -- Operational state.
  (array['job_run', 'job_standing', 'job_wish', 'import_run', 'watched_file', 'outside_health', 'day_count']),
  -- Of the demo.
  (array['sandbox_method', 'sandbox_payment', 'sandbox_webhook']),
  -- Of the migration.
  (array['kysely_migration', 'kysely_migration_lock'])
) as groups (names);

do $$
  declare unnamed text := (
    select string_agg(relname, ', ') from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not in (select name from distribution) and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'));
  begin
    if unnamed is not null then raise exception 'deploy/citus.sql does not say how to distribute %', unnamed; end if;
  end
$$;

-- Numbers are unique per retailer, but Citus enforces uniqueness only within a node. Contracts and invoices are unique per
-- customer; imports, the only ones to assign numbers, check a number across all customers under a lock.
alter table contract drop constraint if exists contract_name_key;
alter table invoice drop constraint if exists invoice_number_key;
alter table multipoint_invoice drop constraint if exists multipoint_invoice_number_key;

-- The program records the accounts of contracts. A trigger, which acts on the node of the contract, would assign their ids from
-- a range of that node.
drop trigger if exists contract_account_is_known on contract;

-- Tables of the coordinator neither reference those of all nodes nor are referenced by them: with a foreign key, Citus would
-- manage a local table and all that it is connected with, and refuse some of the statements. Contracts, customers, products
-- and users are never deleted while something refers to them.
alter table support_case drop constraint if exists support_case_customer_id_contract_id_fkey;
alter table account_link drop constraint if exists account_link_customer_id_fkey;
alter table coupon drop constraint if exists coupon_customer_id_fkey;
alter table campaign drop constraint if exists campaign_product_id_fkey;
alter table payment_refund drop constraint if exists payment_refund_ordered_by_user_id_fkey;

create temporary table pending on commit drop as
  select *, name::regclass as relation from distribution
  where kind <> 'local' and not exists (
    select from pg_dist_partition where logicalrelid = name::regclass
      and (partmethod = 'h' or repmodel = 't' or kind = 'managed'));

-- Triggers would begin for each copied row. They are set aside while rows are copied.
create temporary table set_aside_trigger on commit drop as
  select tgrelid::regclass::text as relation, tgname as name, pg_get_triggerdef(oid) as definition
  from pg_trigger where not tgisinternal and tgrelid in (select relation from pending);

-- A foreign key makes the tables at both ends "local tables managed by Citus", and one of these that has an identity column
-- cannot be distributed any more. Therefore foreign keys are set once both ends are where they belong.
create temporary table set_aside on commit drop as
  select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and (conrelid in (select relation from pending) or confrelid in (select relation from pending));

do $$
  declare each record;
  begin
    for each in select * from set_aside loop
      execute format('alter table %s drop constraint %I', each.relation, each.name);
    end loop;
    for each in select * from set_aside_trigger loop
      execute format('drop trigger %I on %s', each.name, each.relation);
    end loop;
    for each in select * from pending order by place loop
      if each.kind = 'managed' then
        perform citus_add_local_table_to_metadata(each.relation);
      elsif each.kind = 'reference' then
        perform create_reference_table(each.name);
      else
        perform create_distributed_table(each.name, each.on_column, colocate_with => each.colocated_with);
      end if;
      -- The rows were copied, and what they took up on the coordinator is freed.
      if each.kind <> 'managed' then perform truncate_local_data_after_distributing_table(each.relation); end if;
    end loop;
    for each in select * from set_aside loop
      execute format('alter table %s add constraint %I %s', each.relation, each.name, each.definition);
    end loop;
    for each in select * from set_aside_trigger loop
      execute each.definition;
    end loop;
  end
$$;
