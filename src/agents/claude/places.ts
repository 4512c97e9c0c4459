// Where Claude Code keeps its files.
import type { Places } from '../agent.ts'

/** The variable that names the folder where a plugin may keep files. */
export const PLUGIN_FOLDER = 'CLAUDE_PLUGIN_DATA'

export function configFolder({ home, env }: Pick<Places, 'home' | 'env'>): string {
  return env['CLAUDE_CONFIG_DIR'] || `${home}/.claude`
}

/** Where user-wide servers stand: beside the folder, or in it where that was moved. */
export function stateFile({ home, env }: Pick<Places, 'home' | 'env'>): string {
  const moved = env['CLAUDE_CONFIG_DIR']
  return moved ? `${moved}/.claude.json` : `${home}/.claude.json`
}

/** Those of the user, of the project, and of the user in the project. */
export function settingsFiles(places: Places): readonly string[] {
  const files = [
    `${configFolder(places)}/settings.json`,
    `${places.root}/.claude/settings.json`,
    `${places.root}/.claude/settings.local.json`,
  ]
  // In the home folder the first two are one.
  return [...new Set(files)]
}
