-- Nothing empties the audit trail at one stroke either.
create trigger never_emptied before truncate on audit_trail for each statement execute function refuse_rewriting();
