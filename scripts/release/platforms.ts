// The platforms that a release is built for: what npm calls them, and which Bun runs there.

export interface Platform {
  /** Also the name of the package: `@fullstop/<name>`. */
  readonly name: string
  readonly os: 'linux' | 'darwin' | 'win32'
  readonly cpu: 'x64' | 'arm64'
  readonly libc?: 'glibc' | 'musl'
  /** For `bun build --target`. */
  readonly target: string
  /** The package with Bun's own executable, and where that stands in it. */
  readonly bunPackage: string
  readonly bunExecutable: string
  readonly binary: string
  readonly title: string
  /** What a user of this platform has to know. */
  readonly remark?: string
}

const shared = { bunExecutable: 'bin/bun', binary: 'fullstop' } as const

/**
 * There is no choice between "baseline" and "modern" on x64: since 1.4 Bun ships one executable for processors from
 * Nehalem (SSE4.2) on that looks for AVX2 when it runs, and its `-baseline` packages hold the same file.
 */
export const platforms: readonly Platform[] = [
  {
    ...shared,
    name: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    libc: 'glibc',
    target: 'bun-linux-x64',
    bunPackage: '@oven/bun-linux-x64',
    title: 'Linux on x64 with glibc',
  },
  {
    ...shared,
    name: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
    target: 'bun-linux-arm64',
    bunPackage: '@oven/bun-linux-aarch64',
    title: 'Linux on arm64 with glibc',
  },
  {
    ...shared,
    name: 'linux-x64-musl',
    os: 'linux',
    cpu: 'x64',
    libc: 'musl',
    target: 'bun-linux-x64-musl',
    bunPackage: '@oven/bun-linux-x64-musl',
    title: 'Linux on x64 with musl',
    remark: 'It needs libstdc++, as Node does. Where that is missing on Alpine: `apk add libstdc++`.',
  },
  {
    ...shared,
    name: 'linux-arm64-musl',
    os: 'linux',
    cpu: 'arm64',
    libc: 'musl',
    target: 'bun-linux-arm64-musl',
    bunPackage: '@oven/bun-linux-aarch64-musl',
    title: 'Linux on arm64 with musl',
    remark: 'It needs libstdc++, as Node does. Where that is missing on Alpine: `apk add libstdc++`.',
  },
  {
    ...shared,
    name: 'darwin-x64',
    os: 'darwin',
    cpu: 'x64',
    target: 'bun-darwin-x64',
    bunPackage: '@oven/bun-darwin-x64',
    title: 'macOS on Intel',
  },
  {
    ...shared,
    name: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    target: 'bun-darwin-arm64',
    bunPackage: '@oven/bun-darwin-aarch64',
    title: 'macOS on Apple silicon',
  },
  {
    name: 'win32-x64',
    os: 'win32',
    cpu: 'x64',
    target: 'bun-windows-x64',
    bunPackage: '@oven/bun-windows-x64',
    bunExecutable: 'bin/bun.exe',
    binary: 'fullstop.exe',
    title: 'Windows on x64',
    remark: 'Experimental. On Windows install this package itself: the command of `fullstop` is a script for sh.',
  },
]

export const packageOf = ({ name }: Platform): string => `@fullstop/${name}`
