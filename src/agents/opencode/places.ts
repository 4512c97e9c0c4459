// Where OpenCode keeps its files.
import type { Places } from '../agent.ts'

/** The folder of the user's settings. */
export function configFolder({ home, env }: Pick<Places, 'home' | 'env'>): string {
  return `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode`
}

/** Our plugin in a folder of settings. */
export function pluginFile(folder: string): string {
  return `${folder}/plugins/fullstop.js`
}

/** Those of the user, in the order in which later ones win. */
export function userFiles(places: Pick<Places, 'home' | 'env'>): readonly string[] {
  return namesIn(configFolder(places))
}

export function projectFiles({ root }: Pick<Places, 'root'>): readonly string[] {
  return [...namesIn(root).slice(1), ...namesIn(`${root}/.opencode`).slice(1)]
}

function namesIn(folder: string): readonly string[] {
  return ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => `${folder}/${name}`)
}

/** The file of this folder to which settings are added: the one that is there, and the one that wins if both are. */
export function settingsFile(folder: string, settings: (path: string) => unknown): string {
  return (
    [`${folder}/opencode.jsonc`, `${folder}/opencode.json`].find((file) => settings(file) !== undefined) ??
    `${folder}/opencode.json`
  )
}
