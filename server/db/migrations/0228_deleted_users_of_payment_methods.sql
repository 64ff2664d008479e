-- A deleted user pays with nothing. From now on the deletion of a user removes these rows.
with gone as (
  delete from payment_method_users x using users u where u.id = x.user_id and u.deleted_at is not null
  returning x.method_id)
update payment_methods set rev = rev + 1 where id in (select method_id from gone);
