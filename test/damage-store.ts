// Makes a store unreadable while a process may have it open. In place: a mapped file that is cut short, if only for a moment,
// would kill that process, and no damage of a disk does that.
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'

export function damageStore(database: string): void {
  for (const end of ['', '-wal', '-shm']) {
    if (!existsSync(`${database}${end}`)) continue
    const file = openSync(`${database}${end}`, 'r+')
    writeSync(file, 'no database '.repeat(20), 0)
    closeSync(file)
  }
}
