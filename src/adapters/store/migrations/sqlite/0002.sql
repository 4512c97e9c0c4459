-- Folders in which checks run: a fold of the events that name them.
alter table events add column workspace text;

create table workspaces (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;
