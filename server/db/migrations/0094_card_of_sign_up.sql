-- Fleets that signed up with a card had no payment provider, so that nothing could be approved or charged.
update fleets set payment_providers = array['Braintree']
where pays_through_platform and payment_providers = '{}' and fleet_payment_type = 'credit_card';
