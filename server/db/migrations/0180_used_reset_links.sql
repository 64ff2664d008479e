-- A used link stays for some minutes, so that the same request, repeated after a lost response, succeeds.
alter table password_resets drop constraint password_resets_purpose_check,
  add constraint password_resets_purpose_check check (purpose in ('reset', 'invitation', 'used'));
