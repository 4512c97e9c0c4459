// The folders that npm packs: the main package with the launcher and the library, and one package per platform with its
// binary. It builds nothing: binary and library are there already.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageOf, platforms } from './platforms.ts'
import type { Platform } from './platforms.ts'

/** What is taken over from the repository's own package.json. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly repository?: unknown
  readonly bugs?: unknown
  readonly author?: unknown
}

const MAN_PAGE = 'docs/reference/fullstop.1'

export function writeMainPackage(root: string, folder: string, manifest: Manifest): void {
  const copy = (from: string, to = from): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(join(root, from), join(folder, to), { recursive: true })
  }
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.js', 'dist/types']) copy(file)
  copy('docs/reference/fullstop.schema.json')
  for (const part of ['plugins', '.claude-plugin']) if (existsSync(join(root, part))) copy(part)
  const hasManPage = existsSync(join(root, MAN_PAGE))
  if (hasManPage) copy(MAN_PAGE, 'man/fullstop.1')
  copy('scripts/release/postinstall.cjs', 'postinstall.cjs')
  copy('scripts/release/launcher.sh', 'bin/fullstop')
  chmodSync(join(folder, 'bin', 'fullstop'), 0o755)
  writeManifest(folder, mainManifest(manifest, hasManPage))
}

export function writePlatformPackage(root: string, folder: string, manifest: Manifest, platform: Platform): void {
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), platformReadme(platform))
  chmodSync(join(folder, platform.binary), 0o755)
  writeManifest(folder, platformManifest(manifest, platform))
}

export function mainManifest(manifest: Manifest, hasManPage: boolean): object {
  const { version } = manifest
  return {
    name: manifest.name,
    description: manifest.description,
    ...shared(manifest),
    ...(manifest.keywords ? { keywords: manifest.keywords } : {}),
    type: manifest.type,
    bin: { fullstop: 'bin/fullstop' },
    ...(hasManPage ? { man: 'man/fullstop.1' } : {}),
    exports: publishedExports(manifest.exports),
    scripts: { postinstall: 'node postinstall.cjs' },
    engines: manifest.engines,
    // The library needs nothing when it runs; its types are written with those of zod 4. Any version is let in: a
    // narrower range would refuse to install beside another zod.
    peerDependencies: { zod: '*' },
    peerDependenciesMeta: { zod: { optional: true } },
    optionalDependencies: Object.fromEntries(platforms.map((platform) => [packageOf(platform), version])),
  }
}

export function platformManifest(manifest: Manifest, platform: Platform): object {
  return {
    name: packageOf(platform),
    description: `The binary of Fullstop for ${platform.title}. The package fullstop brings it.`,
    ...shared(manifest),
    bin: { fullstop: platform.binary },
    os: [platform.os],
    cpu: [platform.cpu],
    ...(platform.libc ? { libc: [platform.libc] } : {}),
    // Yarn would keep it in a zip file, from which nothing can be run.
    preferUnplugged: true,
  }
}

function shared({ version, license, homepage, repository, bugs, author }: Manifest): object {
  return {
    version,
    license,
    ...(author ? { author } : {}),
    ...(homepage ? { homepage } : {}),
    ...(repository ? { repository } : {}),
    ...(bugs ? { bugs } : {}),
    // npm would take a package with a scope for a private one.
    publishConfig: { access: 'public' },
  }
}

/** The sources are not in the package, so nothing may lead there. */
function publishedExports(exports: Manifest['exports']): object {
  return Object.fromEntries(
    Object.entries(exports).map(([path, target]) => {
      if (typeof target !== 'object' || target === null) return [path, target]
      return [path, Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== 'bun'))]
    }),
  )
}

function platformReadme(platform: Platform): string {
  const remark = platform.remark ? `\n${platform.remark}\n` : ''
  const usual =
    platform.os === 'win32' ? '' : 'You need not install it yourself: `npm install -g fullstop` brings it.\n\n'
  return `# ${packageOf(platform)}

The binary of Fullstop for ${platform.title}.
${remark}
${usual}\`\`\`
npm install -g ${packageOf(platform)}
fullstop --help
\`\`\`
`
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
