// A pipe between a child and us.
import { expect, test } from 'bun:test'
import { closeSync } from 'node:fs'
import { openPipe } from './pipe.ts'

test.skipIf(process.platform !== 'linux')(
  'a child writes into the pipe, and its end is the end of the stream',
  async () => {
    const pipe = openPipe()
    if (!pipe) throw new Error('there is no pipe on this system')
    const child = Bun.spawn(['sh', '-c', 'readlink /proc/$$/fd/1; echo done'], { stdout: pipe.write })
    closeSync(pipe.write)
    const text = await new Response(Bun.file(pipe.read).stream()).text()
    expect(await child.exited).toBe(0)
    expect(text).toMatch(/^pipe:\[\d+\]\ndone\n$/)
  },
)
