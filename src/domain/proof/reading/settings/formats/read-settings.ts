// A config file as a flat list of settings with their lines, whatever format it is written in. Tolerant: never throws,
// and what it does not understand it leaves out.
import { readLiteral } from './read-literal.ts'
import { readIni, readToml } from './read-sections.ts'
import { readXml } from './read-xml.ts'
import { readYaml } from './read-yaml.ts'
import type { ToolSetting } from '../setting.ts'

export function readSettings(path: string, text: string): ToolSetting[] {
  if (/\.ya?ml$|\.neon(?:\.dist)?$|\.dist\.neon$/.test(path)) return readYaml(text)
  if (path.endsWith('.toml')) return readToml(text)
  if (/\.xml(?:\.dist)?$/.test(path)) return readXml(text)
  if (/\.(?:ini|cfg)$|(?:^|\/)\.(?:flake8|coveragerc|pylintrc)$|(?:^|\/)pylintrc$/.test(path)) return readIni(text)
  if (/(?:^|\/)(?:\.rspec|mocha\.opts)$/.test(path)) return readList(text, 'opts')
  if (/ignore$|(?:^|\/)\.shellcheckrc$/.test(path)) return readList(text, 'ignore')
  if (/(?:^|\/)\.(?:eslintrc|stylelintrc|mocharc)$/.test(path) && !/^\s*[{/]/.test(text)) return readYaml(text)
  return readLiteral(text)
}

/** One entry a line, all under one key. */
function readList(text: string, key: string): ToolSetting[] {
  return text.split('\n').flatMap((line, index) => {
    const value = line.trim()
    if (value === '' || value.startsWith('#')) return []
    return [{ path: [key, index], value, isText: true, line: index + 1 }]
  })
}
