-- Distributes the schema over the nodes of Citus (12 or later); the reason for each table is beside it. Run it once on the
-- coordinator, on a migrated database without writers, and after each upgrade for the new tables:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f deploy/citus.sql
-- A test checks that every table is named here, that every key of a distributed table contains its distribution column, and
-- that every foreign key is one that Citus allows. It has not been run on Citus: docs/decisions/0059 says what to try first.
--
-- Three kinds of table:
--   distributed  grows with customers; everything that one customer's page queries is on one node
--   reference    small and joined with everything, so that every node has a copy; each write goes to all nodes
--   local        on the coordinator only: queues, credentials, what is looked up by something other than a customer

-- Triggers write only to rows of the same customer, therefore on the same node.
set citus.enable_unsafe_triggers to on;

-- Numbers are unique per retailer, but Citus enforces uniqueness only within a node. Contracts and invoices are unique per
-- customer; imports, the only ones to assign numbers, check a number across all customers under a lock.
alter table contract drop constraint if exists contract_name_key;
alter table invoice drop constraint if exists invoice_number_key;
alter table multipoint_invoice drop constraint if exists multipoint_invoice_number_key;
create unique index if not exists invoice_number_of_customer on invoice (customer_id, number);
create unique index if not exists multipoint_invoice_number_of_customer on multipoint_invoice (customer_id, number);

-- Cases stay on the coordinator, which cannot reference rows on other nodes; contracts are never deleted.
alter table support_case drop constraint if exists support_case_customer_id_contract_id_fkey;

-- ── reference ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Customers: one row each, unique by NIF, referenced by every distributed table. Ten million take 2 GB on each node.
select create_reference_table('customer');
-- Users and the customers they have access to: read by every request, written when a user registers or changes their name.
select create_reference_table('user_account');
select create_reference_table('user_customer');
-- Supply points, unique by CUPS, joined with contracts (by customer) and curves (by supply point).
select create_reference_table('distributor');
select create_reference_table('supply_point');
select create_reference_table('supply_zone');
-- The retailer's offers and regulated prices: some hundreds of rows.
select create_reference_table('product');
select create_reference_table('product_price');
select create_reference_table('offer');
select create_reference_table('tariff_option');
select create_reference_table('campaign');
select create_reference_table('regulated_figure');
select create_reference_table('wallet_term');
select create_reference_table('answer_term');
select create_reference_table('postcode_town');
select create_reference_table('origin_retailer');
-- Public content, and settings, which each server reads every two seconds.
select create_reference_table('setting');
select create_reference_table('banner');
select create_reference_table('html_route');
select create_reference_table('html_element');

-- ── distributed by customer ──────────────────────────────────────────────────────────────────────────────────────────────────
select create_distributed_table('address', 'customer_id', colocate_with => 'none');
select create_distributed_table('bank_account', 'customer_id', colocate_with => 'address');
select create_distributed_table('contract', 'customer_id', colocate_with => 'address');
select create_distributed_table('contract_tariff', 'customer_id', colocate_with => 'address');
select create_distributed_table('curve_recount', 'customer_id', colocate_with => 'address');
select create_distributed_table('attachment', 'customer_id', colocate_with => 'address');
select create_distributed_table('change_request', 'customer_id', colocate_with => 'address');
select create_distributed_table('tariff_choice', 'customer_id', colocate_with => 'address');
select create_distributed_table('signature', 'customer_id', colocate_with => 'address');
select create_distributed_table('multipoint_invoice', 'customer_id', colocate_with => 'address');
select create_distributed_table('invoice', 'customer_id', colocate_with => 'address');
select create_distributed_table('invoice_document', 'customer_id', colocate_with => 'address');
select create_distributed_table('invoice_pending_state', 'customer_id', colocate_with => 'address');
select create_distributed_table('invoice_list_version', 'customer_id', colocate_with => 'address');
select create_distributed_table('payment_attempt', 'customer_id', colocate_with => 'address');
select create_distributed_table('payment_entry', 'customer_id', colocate_with => 'address');
select create_distributed_table('payment_refund', 'customer_id', colocate_with => 'address');
select create_distributed_table('payment_refund_entry', 'customer_id', colocate_with => 'address');
select create_distributed_table('battery', 'customer_id', colocate_with => 'address');
select create_distributed_table('battery_link', 'customer_id', colocate_with => 'address');
select create_distributed_table('battery_entry', 'customer_id', colocate_with => 'address');

-- ── distributed by supply point ──────────────────────────────────────────────────────────────────────────────────────────────
-- Nine tenths of all data: one row per supply point and day. A contract's page queries one supply point.
select create_distributed_table('curve_day', 'supply_point_id', colocate_with => 'none');
select create_distributed_table('meter_reading', 'supply_point_id', colocate_with => 'curve_day');
select create_distributed_table('gas_reading', 'supply_point_id', colocate_with => 'curve_day');
select create_distributed_table('held_power', 'supply_point_id', colocate_with => 'curve_day');

-- ── distributed by their lookup key ──────────────────────────────────────────────────────────────────────────────────────────
-- The market's register of all supply points, tens of millions that are not our customers, looked up by CUPS.
select create_distributed_table('register_point', 'cups20', colocate_with => 'none');
select create_distributed_table('register_month', 'cups20', colocate_with => 'register_point');
-- One row per write of a user, deleted after a day.
select create_distributed_table('idempotent_reply', 'user_id', colocate_with => 'none');

-- ── local ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- These stay as they are, so there is nothing to run; the test reads the names and requires a reason for each.
-- local: session, upstream_session — open sessions only, looked up by id before the user is known
-- local: access_token, client_credential, integration_key, secret_key — credentials, looked up by a hash
-- local: code_app, recovery_code, passkey, identity_challenge, external_identity, operator_link, account_link — credentials of one user, a handful each
-- local: stored_file_removal — a queue of minutes that workers process in chronological order
-- local: readiness_probe — one row that every server writes
-- local: account_request, login_throttle, visitor_throttle, payment_hold, told_line — stored for minutes to days, most looked up by a hash
-- local: erasure_record, blocked_data — few rows, looked up by the day they expire
-- local: data_export, erasure_request, payment_denial, price_alert, unwanted_message — few users have one
-- local: approval_request — requests that await a second operator, listed across all customers; a few a day
-- local: outbox_message, webhook_event, webhook_delivery, webhook_try, webhook_endpoint, provider_event, redsys_order — queues and inboxes that workers process in chronological order
-- local: support_case, support_message, support_attachment, support_category, support_type, support_subtype — also of people who are not customers, and handled by operators across all of them; the first to distribute if cases reach the millions
-- local: lead, lead_file, coupon, upload — of people who are not customers yet
-- local: consent_entry, audit_entry — append-only; partition by time rather than by customer
-- local: newsletter, newsletter_subscriber, newsletter_subscription, newsletter_confirmation — by e-mail address, of people who need not be customers
-- local: futures_product, futures_price, content_version — some thousands of rows
-- local: job_run, job_standing, job_wish, import_run, watched_file, outside_health, day_count — operational state
-- local: sandbox_method, sandbox_payment, sandbox_webhook — of the demo
-- local: kysely_migration, kysely_migration_lock — of the migration
