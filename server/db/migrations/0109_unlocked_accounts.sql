-- An administrator ended the lockout of an account from the command line.
alter table sign_in_trail drop constraint sign_in_trail_act_check,
  add constraint sign_in_trail_act_check check (act in ('signed_in', 'sign_in_failed', 'locked_out', 'unlocked',
    'code_sent', 'signed_out', 'session_ended', 'device_remembered', 'device_revoked', 'password_changed',
    'password_reset', 'reset_requested'));
