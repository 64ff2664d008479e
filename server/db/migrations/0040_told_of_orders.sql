-- What somebody was told of an order stands beside their reminders, so that one page says what was sent and why not.
alter table reminders
  drop constraint reminders_kind_check,
  add constraint reminders_kind_check check (kind in ('maintenance', 'document', 'twenty_four_hour_reminder', 'one_hour_reminder', 'order'));
