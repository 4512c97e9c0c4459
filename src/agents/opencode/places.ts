// Where OpenCode keeps its files.
import type { Places } from '../agent.ts'

/** The folder of the user's settings. */
export function configFolder({ home, env }: Pick<Places, 'home' | 'env'>): string {
  return `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode`
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
