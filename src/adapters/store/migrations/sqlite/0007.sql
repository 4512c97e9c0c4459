-- Tasks that wait for a person are found without reading the others. A process of an earlier version that has the store
-- open leaves the column empty, so the triggers note its tasks as well; a task that waits for nobody has ''.
alter table task_index add column waits_since text;
create index task_index_by_waiting on task_index (waits_since, id) where waits_since > '';

drop trigger task_inserted;
drop trigger task_updated;
create trigger task_inserted after insert on tasks
when not exists (
  select 1 from task_index where id = new.id and version = new.version and waits_since is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
create trigger task_updated after update on tasks
when not exists (
  select 1 from task_index where id = new.id and version = new.version and waits_since is not null
) begin
  insert or ignore into unindexed values ('tasks', new.id);
end;
insert or ignore into unindexed select 'tasks', id from tasks;
