-- The subtasks of a task are found without reading the others, and those that it still has to heed without reading the rest.
-- As with 0007: a process of an earlier version leaves `concerns` empty, and the triggers note its tasks.
alter table task_index add column parent text;
alter table task_index add column concerns text;
create index task_index_by_parent on task_index (parent, opened_at, id) where parent is not null;
create index task_index_by_concern on task_index (concerns, opened_at, id) where concerns > '';

drop trigger task_inserted;
drop trigger task_updated;
create trigger task_inserted after insert on tasks
when not exists (
  select 1 from task_index
  where id = new.id and version = new.version and waits_since is not null and concerns is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
create trigger task_updated after update on tasks
when not exists (
  select 1 from task_index
  where id = new.id and version = new.version and waits_since is not null and concerns is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
insert or ignore into unindexed select 'tasks', id from tasks;
