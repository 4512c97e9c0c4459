// Two versions of a config, their settings grouped by key.
import type { ToolSetting } from './setting.ts'

export type Groups = ReadonlyMap<string, readonly ToolSetting[]>

export interface Grouped {
  readonly file: string
  readonly old: Groups
  readonly now: Groups
  /** Settings may have moved into a base that is extended now. */
  readonly isBaseAdded: boolean
  /** Presets or plugins came, with rules of their own. */
  readonly isPresetAdded: boolean
  /** Everything that such a pattern finds came with this change. */
  readonly isNew: (pattern: string) => boolean
  /** The file of this name went with this change. */
  readonly isGone: (path: string) => boolean
  /** A command or another file of the change said it before and does not any more. */
  readonly wasSaid: (word: string) => boolean
  /** A config of a linter says it now and did not before. */
  readonly isSaidNow: (word: string) => boolean
}
