// Two versions of a config, their settings grouped by key.
import type { ToolSetting } from './setting.ts'

export type Groups = ReadonlyMap<string, readonly ToolSetting[]>

export interface Grouped {
  readonly file: string
  readonly old: Groups
  readonly now: Groups
  /** Settings may have moved into a base that is extended now. */
  readonly isBaseAdded: boolean
}
