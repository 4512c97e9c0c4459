// The schema that the migrations of the SQLite store lead to, as text. `npm run generate` writes it beside them, so that a
// migration shows as a diff of the schema.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../src/adapters/store/sqlite/open.ts'

export function storeSchema(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-schema-'))
  try {
    const path = join(folder, 'fullstop.db')
    openDatabase({ path, busyMs: 1000, machine: () => '' }).close()
    return schemaOf(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function schemaOf(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const named =
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by tbl_name, rowid"
    const { user_version } = db.prepare('pragma user_version').get() as { user_version: number }
    const statements = (db.prepare(named).all() as { sql: string }[]).map(({ sql }) => `${sql};\n`)
    return [`-- Written by \`npm run generate\`. Schema ${user_version}.\n`, ...statements].join('\n')
  } finally {
    db.close()
  }
}
