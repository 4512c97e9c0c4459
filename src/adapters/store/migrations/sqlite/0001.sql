-- Events are the truth; sessions and tasks are folds of them, kept so that a stop costs the same however long the log is.
create table events (
  seq integer primary key,
  id text not null unique,
  at text not null,
  kind text not null,
  session text,
  task text,
  body text not null
) strict;
create index events_by_task on events (task, seq) where task is not null;

create table sessions (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

create table tasks (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;
