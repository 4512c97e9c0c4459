// A small npm registry on loopback: it serves the tarballs that it is given and knows nothing else.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from '../../scripts/release/run.ts'

export interface Registry extends Disposable {
  readonly url: string
  /** The tarballs that somebody has fetched since the last question, in no order. */
  readonly fetched: () => readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
}

export function startRegistry(tarballs: readonly string[]): Registry {
  const fetched = new Set<string>()
  const manifests = tarballs.map((file) => ({ file, manifest: manifestOf(file), digests: digestsOf(file) }))
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request): Response => {
      const path = decodeURIComponent(new URL(request.url).pathname).slice(1)
      const tarball = manifests.find(({ file }) => path === `-/${basename(file)}`)
      if (tarball) {
        fetched.add(tarball.manifest.name)
        return new Response(Bun.file(tarball.file))
      }
      const wanted = manifests.find(({ manifest }) => manifest.name === path)
      if (!wanted) return Response.json({ error: 'not found' }, { status: 404 })
      return Response.json(packument(wanted, server.url.href))
    },
  })
  return {
    url: server.url.href,
    fetched: () => {
      const names = [...fetched].sort()
      fetched.clear()
      return names
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}

interface Served {
  readonly file: string
  readonly manifest: Manifest
  readonly digests: object
}

function packument({ file, manifest, digests }: Served, url: string): object {
  const dist = { tarball: `${url}-/${basename(file)}`, ...digests }
  const { name, version } = manifest
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}

function digestsOf(file: string): object {
  const content = readFileSync(file)
  return {
    shasum: createHash('sha1').update(content).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
  }
}

function manifestOf(file: string): Manifest {
  return JSON.parse(run('tar', ['-xzOf', file, 'package/package.json'], tmpdir())) as Manifest
}

/** A package with nothing but its manifest and one file. */
export function writePlaceholder(folder: string, manifest: Manifest & { readonly bin: object }): string {
  const work = mkdtempSync(join(folder, '.placeholder-'))
  const inside = join(work, 'package')
  mkdirSync(inside)
  writeFileSync(join(inside, 'package.json'), JSON.stringify(manifest))
  for (const file of Object.values(manifest.bin))
    writeFileSync(join(inside, String(file)), '#!/bin/sh\necho placeholder\n', { mode: 0o755 })
  const tarball = join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
  run('tar', ['-czf', tarball, '-C', work, 'package'], folder)
  rmSync(work, { recursive: true })
  return tarball
}
