-- What states are found by is computed from them by the program and no longer by views: the columns hold rules of the domain.
-- A process of an earlier version that has the store open writes no columns, so triggers note the states it wrote in
-- `unindexed`; the next process that looks something up writes their columns. Every state is noted once to begin with.
drop trigger task_inserted;
drop trigger task_updated;
drop trigger task_deleted;
drop trigger session_inserted;
drop trigger session_updated;
drop trigger session_deleted;
drop view task_columns;
drop view session_columns;
drop table task_index;
drop table session_index;
drop index sessions_by_host;
drop index contexts_by_age;

create table task_index (
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
) strict, without rowid;
create index task_index_by_opening on task_index (is_withdrawn, opened_at desc, id);
create index task_index_by_folder on task_index (folder, updated_at desc, id) where folder is not null;
create index task_index_by_run on task_index (run_cwd, opened_at desc, id) where run_cwd is not null;
create index task_index_by_due on task_index (due_at) where due_at is not null;

create table session_index (
  id text primary key,
  version integer not null,
  folder text,
  last_seen text,
  task text,
  host text,
  host_since text
) strict, without rowid;
create index session_index_by_folder on session_index (folder, last_seen desc, task) where folder is not null;
create index session_index_by_host on session_index (host, host_since desc) where host is not null;

create table workspace_index (
  id text primary key,
  version integer not null,
  ran_at text
) strict, without rowid;

create table context_index (
  id text primary key,
  version integer not null,
  saved_at text
) strict, without rowid;
create index context_index_by_age on context_index (saved_at);

create table unindexed (
  kind text not null,
  id text not null,
  primary key (kind, id)
) strict, without rowid;

insert into unindexed select 'sessions', id from sessions;
create trigger session_inserted after insert on sessions
when not exists (select 1 from session_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('sessions', new.id);
end;
create trigger session_updated after update on sessions
when not exists (select 1 from session_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('sessions', new.id);
end;
create trigger session_deleted after delete on sessions
when exists (select 1 from session_index where id = old.id) begin
  insert or ignore into unindexed values ('sessions', old.id);
end;

insert into unindexed select 'tasks', id from tasks;
create trigger task_inserted after insert on tasks
when not exists (select 1 from task_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
create trigger task_updated after update on tasks
when not exists (select 1 from task_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
create trigger task_deleted after delete on tasks
when exists (select 1 from task_index where id = old.id) begin
  insert or ignore into unindexed values ('tasks', old.id);
end;

insert into unindexed select 'workspaces', id from workspaces;
create trigger workspace_inserted after insert on workspaces
when not exists (select 1 from workspace_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('workspaces', new.id);
end;
create trigger workspace_updated after update on workspaces
when not exists (select 1 from workspace_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('workspaces', new.id);
end;
create trigger workspace_deleted after delete on workspaces
when exists (select 1 from workspace_index where id = old.id) begin
  insert or ignore into unindexed values ('workspaces', old.id);
end;

insert into unindexed select 'contexts', id from contexts;
create trigger context_inserted after insert on contexts
when not exists (select 1 from context_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('contexts', new.id);
end;
create trigger context_updated after update on contexts
when not exists (select 1 from context_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('contexts', new.id);
end;
create trigger context_deleted after delete on contexts
when exists (select 1 from context_index where id = old.id) begin
  insert or ignore into unindexed values ('contexts', old.id);
end;
