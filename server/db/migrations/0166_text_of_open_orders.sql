-- Searches across fleets test one text of each open order instead of folding the case of three (decision 113).
alter table open_orders add column order_text text not null generated always as
  (lower(coalesce(po_number, '') || chr(10) || coalesce(invoice_number, '') || chr(10) || coalesce(custom_shop_name, ''))) stored;
