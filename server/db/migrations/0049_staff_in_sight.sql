-- Staff of a management company are at home in the company's own fleet. In the fleets that they work for, the database hid
-- them: they could approve nothing there, pay with nothing, and the activity log lost their names.
create policy staff_of_the_company on users for select to wheelbook_app using (
  roles && array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager']
    and affiliation_id = (select f.affiliation_id from fleets f where f.id = current_fleet())
);
