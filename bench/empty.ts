// The floor of the runtime: a binary with our flags that prints `{}` and holds nothing else.
import { writeSync } from 'node:fs'

writeSync(1, '{}')
process.exit(0)
