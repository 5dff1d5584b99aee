import type { MeasuredDatabase } from '../measured-database.ts'

/**
 * Adds what holders leave behind: an account each, a session of one in ten of them, a mail a month for three months, and a
 * case of one in twenty. One mail in fifty waits.
 */
export async function fillPeople({ pool }: MeasuredDatabase) {
  await pool.query(peopleSql)
}

const peopleSql = `
  update customer set email = lower(tax_id) || '@example.test';
  insert into user_account (login, email, name, password_hash)
    select lower(tax_id), email, name, 'none' from customer order by customer_id;
  insert into user_customer (user_id, customer_id)
    select user_id, customer_id from user_account join customer on login = lower(tax_id);
  insert into session (session_id, user_id, authenticated_at, last_seen_at, expires_at)
    select gen_random_uuid(), user_id, now() - interval '1 hour', now() - user_id % 3600 * interval '1 second', now() + interval '30 days'
    from user_account where user_id % 10 = 0;
  insert into outbox_message (message_id, customer_id, user_id, contract_id, kind, values, created_at, send_at, sent_at)
    select gen_random_uuid(), customer_id, user_id, contract_id, 'payments.succeeded', jsonb_build_object('number', 'FE' || customer_id || '-' || months),
      sent_at, sent_at, case when customer_id % 50 = 0 and months = 1 then null else sent_at end
    from user_customer join contract using (customer_id), generate_series(1, 3) months,
      lateral (select now() - months * interval '30 days' + customer_id % 86400 * interval '1 second' as sent_at) as sending;
  insert into support_case (customer_id, contract_id, opened_by_user_id, case_type, subject, state, locale, opened_at, updated_at, due_on)
    select customer_id, contract_id, user_id, 'claim', 'Factura FE' || customer_id || '-7 demasiado alta',
      case when customer_id % 200 = 0 then 'in_process' else 'accepted' end, 'es', opened_at, opened_at, opened_at::date + 15
    from user_customer join contract using (customer_id),
      lateral (select now() - customer_id % 700 * interval '1 day' as opened_at) as opening
    where customer_id % 20 = 0;
  insert into audit_entry (at, actor_user_id, customer_id, action, subject)
    select at, user_id, customer_id, 'logged_in', 'user:' || user_id
    from user_customer, generate_series(1, 2) months, lateral (select now() - months * interval '30 days' as at) as days;`
