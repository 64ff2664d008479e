-- A removed payment method keeps what labels past payments, and nothing else about a person.
update payment_methods set name = null, cardholder_name = null, billing_address = null, billing_zip = null,
  email = case when type = 'paypal_account' then email end where removed_at is not null;
delete from payment_method_users x using payment_methods m where m.id = x.method_id and m.removed_at is not null;
-- Deleted fleets whose customer the gateway must forget.
create index fleets_gateway_customers on fleets (id) where deleted_at is not null and card_customer_id is not null;
