-- Spreads the schema over the nodes of Citus (12 or later), each table by the reason that stands beside it. To be run once on the
-- coordinator, on a migrated database that nobody writes to, and after an upgrade for the tables that came with it:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f deploy/citus.sql
-- What is checked by a test is this: every table is named here, every key of a distributed one holds its distribution column,
-- and every reference leads where Citus lets it lead. It has not been run on a Citus: docs/decisions/0059 says what to try first.
--
-- Three kinds of table:
--   distributed  grows with customers; all that one customer's page asks for lies on one node
--   reference    small and read with everything, so that every node has all of it; each write goes to all of them
--   local        on the coordinator alone: queues, ways in, what is looked up by something else than a customer

-- Triggers write only to rows of the same customer, so on the same node.
set citus.enable_unsafe_triggers to on;

-- A number is one retailer's own and unique there, but Citus knows uniqueness only within a node. Contracts and invoices keep
-- theirs by customer; imports, which alone give numbers out, look for a number among all under a lock of their own.
alter table contract drop constraint if exists contract_name_key;
alter table invoice drop constraint if exists invoice_number_key;
alter table multipoint_invoice drop constraint if exists multipoint_invoice_number_key;
create unique index if not exists invoice_number_of_customer on invoice (customer_id, number);
create unique index if not exists multipoint_invoice_number_of_customer on multipoint_invoice (customer_id, number);

-- Cases stay on the coordinator, which cannot refer to rows of other nodes; contracts are never deleted.
alter table support_case drop constraint if exists support_case_customer_id_contract_id_fkey;

-- ── reference ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Whose everything is: one row each, unique by NIF, referred to by all that is distributed. Ten million are 2 GB on each node.
select create_reference_table('customer');
-- Who signs in and for whom they see: asked by every request, written when somebody registers or changes their name.
select create_reference_table('user_account');
select create_reference_table('user_customer');
-- The place of a meter, unique by CUPS, joined with contracts (by customer) and curves (by supply point).
select create_reference_table('distributor');
select create_reference_table('supply_point');
select create_reference_table('supply_zone');
-- What the retailer offers and the market's figures: some hundreds of rows.
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
-- What is shown to everybody, and settings, read by each server every two seconds.
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
-- Nine tenths of all bytes: a row for each supply point and day. A contract's page asks for one supply point.
select create_distributed_table('curve_day', 'supply_point_id', colocate_with => 'none');
select create_distributed_table('meter_reading', 'supply_point_id', colocate_with => 'curve_day');
select create_distributed_table('gas_reading', 'supply_point_id', colocate_with => 'curve_day');
select create_distributed_table('held_power', 'supply_point_id', colocate_with => 'curve_day');

-- ── distributed by what they are looked up by ────────────────────────────────────────────────────────────────────────────────
-- The market's register of all supply points, tens of millions that are not our customers, asked for by CUPS.
select create_distributed_table('register_point', 'cups20', colocate_with => 'none');
select create_distributed_table('register_month', 'cups20', colocate_with => 'register_point');
-- A row for each write of a user, forgotten after a day.
select create_distributed_table('idempotent_reply', 'user_id', colocate_with => 'none');

-- ── local ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Each of these stays as it is, so that there is nothing to run; the test reads the names and wants a reason for each.
-- local: session, upstream_session — open sessions only, looked up by their own id before the user is known
-- local: access_token, client_credential, integration_key, secret_key — ways in, looked up by a hash
-- local: code_app, recovery_code, passkey, identity_challenge, external_identity, operator_link, account_link — ways in of one user, a handful each
-- local: stored_file_removal — a queue of minutes that workers go through in the order of time
-- local: readiness_probe — one row that every server writes
-- local: account_request, login_throttle, visitor_throttle, payment_hold, told_line — kept for minutes to days, most by a hash
-- local: erasure_record, blocked_data — of few, and looked up by the day on which they end
-- local: data_export, erasure_request, payment_denial, price_alert, unwanted_message — few users have one
-- local: approval_request — what waits for a second operator, looked at across all customers; some a day
-- local: outbox_message, webhook_event, webhook_delivery, webhook_try, webhook_endpoint, provider_event, redsys_order — queues and inboxes that workers go through in the order of time
-- local: support_case, support_message, support_attachment, support_category, support_type, support_subtype — also of people who are no customers, and worked off by operators across all; the first to be looked at where cases come by the million
-- local: lead, lead_file, coupon, upload — of people who are no customers yet
-- local: consent_entry, audit_entry — only ever added to; to be parted by time rather than by customer
-- local: newsletter, newsletter_subscriber, newsletter_subscription, newsletter_confirmation — by address, of people who need be no customers
-- local: futures_product, futures_price, content_version — some thousands of rows
-- local: job_run, job_standing, job_wish, import_run, watched_file, outside_health, day_count — how the machine fares
-- local: sandbox_method, sandbox_payment, sandbox_webhook — of the demonstration
-- local: kysely_migration, kysely_migration_lock — of the migration
