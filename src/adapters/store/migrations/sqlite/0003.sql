-- What agents saved of their tasks: a fold of the saves, kept apart from the task so that a stop need not read it.
create table contexts (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;
create index sessions_by_host on sessions (state ->> 'host') where state ->> 'host' is not null;
