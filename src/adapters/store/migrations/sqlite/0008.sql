-- Task lists, and each of their items in a row of its own: an event of an item costs the same however long its list is.
create table lists (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;
create table list_index (
  id text primary key,
  version integer not null,
  opened_at text,
  ended_at text
) strict, without rowid;
create index list_index_by_opening on list_index (opened_at desc, id);
create index list_index_by_end on list_index (ended_at) where ended_at is not null;

create trigger list_inserted after insert on lists
when not exists (select 1 from list_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('lists', new.id);
end;
create trigger list_updated after update on lists
when not exists (select 1 from list_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('lists', new.id);
end;
create trigger list_deleted after delete on lists
when exists (select 1 from list_index where id = old.id) begin
  insert or ignore into unindexed values ('lists', old.id);
end;

create table items (
  id text primary key,
  version integer not null,
  state text not null
) strict, without rowid;
create table item_index (
  id text primary key,
  version integer not null,
  list text
) strict, without rowid;
create index item_index_by_list on item_index (list);

create trigger item_inserted after insert on items
when not exists (select 1 from item_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('items', new.id);
end;
create trigger item_updated after update on items
when not exists (select 1 from item_index where id = new.id and version = new.version) begin
  insert or ignore into unindexed values ('items', new.id);
end;
create trigger item_deleted after delete on items
when exists (select 1 from item_index where id = old.id) begin
  insert or ignore into unindexed values ('items', old.id);
end;
