-- What tasks, sessions and contexts are looked up by, in narrow tables of their own: the states are read only where they
-- are shown. Triggers keep them, so processes that have the store open may keep running: what they write is found too.
-- `folder` is the last part of a path: the same folder may be reached by several paths. May run again on the same store.
create table if not exists task_index (
  id text primary key,
  is_withdrawn integer not null,
  opened_at text,
  updated_at text,
  folder text,
  run_cwd text,
  -- When an ended task may be folded to one row; null while something of it is undecided, and once it is folded.
  due_at text,
  is_erased integer not null
) strict, without rowid;
create view if not exists task_columns as select
  id,
  state ->> 'isWithdrawn' is not null as is_withdrawn,
  state ->> 'openedAt' as opened_at,
  state ->> 'updatedAt' as updated_at,
  substr(
    state ->> 'cwd',
    length(rtrim(state ->> 'cwd', replace(replace(state ->> 'cwd', '/', ''), '\', ''))) + 1
  ) as folder,
  state -> 'run' -> 'setup' ->> 'cwd' as run_cwd,
  case
    when state ->> 'status' = 'ended'
      and state ->> 'erasedAt' is null
      and coalesce(json_array_length(state, '$.run.undecided'), 0) = 0
    then strftime(
      '%Y-%m-%dT%H:%M:%fZ',
      state ->> 'endedAt',
      '+' || (coalesce(state -> 'policy' -> 'memory' ->> 'keepMs', 2592000000) / 1000.0) || ' seconds'
    )
  end as due_at,
  state ->> 'erasedAt' is not null as is_erased
from tasks;
insert or replace into task_index select * from task_columns;
create index if not exists task_index_by_opening on task_index (is_withdrawn, opened_at desc, id);
create index if not exists task_index_by_folder on task_index (folder, updated_at desc, id) where folder is not null;
create index if not exists task_index_by_run on task_index (run_cwd, opened_at desc, id) where run_cwd is not null;
create index if not exists task_index_by_due on task_index (due_at) where due_at is not null;
create trigger if not exists task_inserted after insert on tasks begin
  insert or replace into task_index select * from task_columns where id = new.id;
end;
create trigger if not exists task_updated after update on tasks begin
  insert or replace into task_index select * from task_columns where id = new.id;
end;
create trigger if not exists task_deleted after delete on tasks begin
  delete from task_index where id = old.id;
end;

create table if not exists session_index (
  id text primary key,
  folder text,
  last_seen text,
  task text
) strict, without rowid;
create view if not exists session_columns as select
  id,
  substr(
    state ->> 'cwd',
    length(rtrim(state ->> 'cwd', replace(replace(state ->> 'cwd', '/', ''), '\', ''))) + 1
  ) as folder,
  state ->> 'lastSeen' as last_seen,
  state ->> 'task' as task
from sessions;
insert or replace into session_index select * from session_columns;
create index if not exists session_index_by_folder on session_index (folder, last_seen desc, task) where folder is not null;
create trigger if not exists session_inserted after insert on sessions begin
  insert or replace into session_index select * from session_columns where id = new.id;
end;
create trigger if not exists session_updated after update on sessions begin
  insert or replace into session_index select * from session_columns where id = new.id;
end;
create trigger if not exists session_deleted after delete on sessions begin
  delete from session_index where id = old.id;
end;

create index if not exists contexts_by_age on contexts (state -> 'context' ->> 'updatedAt');

-- Tasks whose events are being taken away, a few at a time. `forgotten` names what must be folded anew at the end.
create table if not exists erasing (
  task text primary key,
  forgotten text
) strict, without rowid;

-- How far the daily look at what is past its time has come.
create table if not exists upkeep (
  name text primary key,
  value text not null
) strict, without rowid;
insert or ignore into upkeep (name, value) values ('looked', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
