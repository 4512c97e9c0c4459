// Opens a file in the person's browser, as a click on it would. The browser outlives us.
import { spawn } from 'node:child_process'

/** False: there is no desktop here that could show it. Never throws. */
export function openPage(path: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const argv = openerOf(process.platform, env)
  if (!argv) return false
  const [program = '', ...args] = argv
  try {
    const child = spawn(program, [...args, path], {
      env: env as NodeJS.ProcessEnv,
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => undefined)
    child.unref()
    return child.pid !== undefined
  } catch {
    return false
  }
}

/** Undefined: nobody would see it. */
export function openerOf(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  const hasDesktop = [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['BROWSER']].some((one) => (one ?? '') !== '')
  return hasDesktop ? ['xdg-open'] : undefined
}
