-- Written by `npm run generate`. Schema 9.

CREATE TABLE context_index (
  id text primary key,
  version integer not null,
  saved_at text
) strict, without rowid;

CREATE INDEX context_index_by_age on context_index (saved_at);

CREATE TABLE contexts (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER context_inserted after insert on contexts
when not exists (select 1 from context_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('contexts', new.id);
end;

CREATE TRIGGER context_updated after update on contexts
when not exists (select 1 from context_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('contexts', new.id);
end;

CREATE TRIGGER context_deleted after delete on contexts
when exists (select 1 from context_index where id = old.id) begin
  insert or ignore into unindexed values ('contexts', old.id);
end;

CREATE TABLE erasing (
  task text primary key,
  forgotten text
) strict, without rowid;

CREATE TABLE events (
  seq integer primary key,
  id text not null unique,
  at text not null,
  kind text not null,
  session text,
  task text,
  body text not null
, workspace text) strict;

CREATE INDEX events_by_task on events (task, seq) where task is not null;

CREATE TABLE item_index (
  id text primary key,
  version integer not null,
  list text
) strict, without rowid;

CREATE INDEX item_index_by_list on item_index (list);

CREATE TABLE items (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER item_inserted after insert on items
when not exists (select 1 from item_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('items', new.id);
end;

CREATE TRIGGER item_updated after update on items
when not exists (select 1 from item_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('items', new.id);
end;

CREATE TRIGGER item_deleted after delete on items
when exists (select 1 from item_index where id = old.id) begin
  insert or ignore into unindexed values ('items', old.id);
end;

CREATE TABLE list_index (
  id text primary key,
  version integer not null,
  opened_at text,
  ended_at text
) strict, without rowid;

CREATE INDEX list_index_by_opening on list_index (opened_at desc, id);

CREATE INDEX list_index_by_end on list_index (ended_at) where ended_at is not null;

CREATE TABLE lists (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER list_inserted after insert on lists
when not exists (select 1 from list_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('lists', new.id);
end;

CREATE TRIGGER list_updated after update on lists
when not exists (select 1 from list_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('lists', new.id);
end;

CREATE TRIGGER list_deleted after delete on lists
when exists (select 1 from list_index where id = old.id) begin
  insert or ignore into unindexed values ('lists', old.id);
end;

CREATE TABLE session_index (
  id text primary key,
  version integer not null,
  folder text,
  last_seen text,
  task text,
  host text,
  host_since text
) strict, without rowid;

CREATE INDEX session_index_by_folder on session_index (folder, last_seen desc, task) where folder is not null;

CREATE INDEX session_index_by_host on session_index (host, host_since desc) where host is not null;

CREATE TABLE sessions (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER session_inserted after insert on sessions
when not exists (select 1 from session_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('sessions', new.id);
end;

CREATE TRIGGER session_updated after update on sessions
when not exists (select 1 from session_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('sessions', new.id);
end;

CREATE TRIGGER session_deleted after delete on sessions
when exists (select 1 from session_index where id = old.id) begin
  insert or ignore into unindexed values ('sessions', old.id);
end;

CREATE TABLE task_index (
  id text primary key,
  version integer not null,
  session text,
  is_withdrawn integer not null,
  opened_at text,
  updated_at text,
  folder text,
  run_cwd text,
  due_at text,
  is_erased integer not null
, waits_since text, parent text, concerns text) strict, without rowid;

CREATE INDEX task_index_by_opening on task_index (is_withdrawn, opened_at desc, id);

CREATE INDEX task_index_by_folder on task_index (folder, updated_at desc, id) where folder is not null;

CREATE INDEX task_index_by_run on task_index (run_cwd, opened_at desc, id) where run_cwd is not null;

CREATE INDEX task_index_by_due on task_index (due_at) where due_at is not null;

CREATE INDEX task_index_by_waiting on task_index (waits_since, id) where waits_since > '';

CREATE INDEX task_index_by_parent on task_index (parent, opened_at, id) where parent is not null;

CREATE INDEX task_index_by_concern on task_index (concerns, opened_at, id) where concerns > '';

CREATE TABLE tasks (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER task_deleted after delete on tasks
when exists (select 1 from task_index where id = old.id) begin
  insert or ignore into unindexed values ('tasks', old.id);
end;

CREATE TRIGGER task_inserted after insert on tasks
when not exists (
  select 1 from task_index
  where id = new.id and version = new.version and waits_since is not null and concerns is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;

CREATE TRIGGER task_updated after update on tasks
when not exists (
  select 1 from task_index
  where id = new.id and version = new.version and waits_since is not null and concerns is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;

CREATE TABLE unindexed (
  kind text not null,
  id text not null,
  primary key (kind, id)
) strict, without rowid;

CREATE TABLE upkeep (
  name text primary key,
  value text not null
) strict, without rowid;

CREATE TABLE workspace_index (
  id text primary key,
  version integer not null,
  ran_at text
) strict, without rowid;

CREATE TABLE workspaces (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;

CREATE TRIGGER workspace_inserted after insert on workspaces
when not exists (select 1 from workspace_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('workspaces', new.id);
end;

CREATE TRIGGER workspace_updated after update on workspaces
when not exists (select 1 from workspace_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('workspaces', new.id);
end;

CREATE TRIGGER workspace_deleted after delete on workspaces
when exists (select 1 from workspace_index where id = old.id) begin
  insert or ignore into unindexed values ('workspaces', old.id);
end;
