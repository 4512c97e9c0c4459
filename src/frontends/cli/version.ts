// The version of this program, as `package.json` has it.
import packageFile from '../../../package.json' with { type: 'json' }

export const version: string = packageFile.version
