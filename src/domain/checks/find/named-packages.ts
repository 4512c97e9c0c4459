// Whether a package.json names packages to install. Apart from `package-runner.ts`, so that no round of checks loads it.
import { isRecord, parseJson } from './parse-json.ts'

/** Whether a package.json names packages that its scripts may need. */
export function namesPackages(manifest: string): boolean {
  const parsed = parseJson(manifest)
  return ['dependencies', 'devDependencies'].some((key) => {
    const named = parsed?.[key]
    return isRecord(named) && Object.keys(named).length > 0
  })
}
