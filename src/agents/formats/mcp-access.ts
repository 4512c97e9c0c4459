// Does a tool of another server only read? Where the host does not say, its name does: the first word in it that is a verb.
import { lazyWords } from '../../contract/lazily.ts'

const reading = lazyWords(
  `get list search read fetch query describe find show view look lookup count check inspect retrieve browse explain summarize
  analyze analyse compare diff status info tree history logs docs help ping resolve open preview scan validate verify
  lint observe monitor peek head tail stat stats exists is has can screenshot snapshot think
  sequentialthinking ask whoami version health introspect trace profile measure estimate calculate
  suggest recommend messages requests schema metadata`,
)
const writing = lazyWords(
  `create update delete write send run execute exec add remove set put post patch edit insert upsert replace rename move copy
  merge push commit deploy publish apply install uninstall start stop restart kill cancel close reopen assign unassign
  upload import enable disable submit approve reject transition trigger invoke call click type fill press select drag drop
  hover navigate evaluate fork star archive restore revert reset clear destroy purge grant revoke invite lock unlock tag
  label comment reply react append save store sync migrate generate make build bulk toggle mark subscribe unsubscribe
  schedule launch spawn attach detach mount modify change format fix refactor resize rotate mutate manage handle`,
)

/** Verbs that also name things: `build_get_log`, `run_list`. */
const things = lazyWords('build run call commit merge tag label comment store schedule archive type format fork patch')

/** The name of the tool alone, without that of its server. */
export function readsByName(tool: string): boolean {
  const words = tool
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  // `get_or_create` does both.
  const also = words.findIndex((word) => word === 'or' || word === 'and')
  if (also >= 0 && writing().has(words[also + 1] ?? '')) return false
  const verbs = words.filter((word) => reading().has(word) || writing().has(word))
  const isOfThing = things().has(words[0] ?? '') && /^(?:get|list|read|search|fetch)$/.test(verbs[1] ?? '')
  return isOfThing || reading().has(verbs[0] ?? '')
}

/** Of a tool as hosts name it: `mcp__server__tool`. */
export function accessOfMcp(name: string): 'read' | 'run' {
  return readsByName(name.split('__').slice(2).join('__')) ? 'read' : 'run'
}
