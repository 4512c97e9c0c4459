// Who runs this process: the account, whatever the environment says.
import { expect, test } from 'bun:test'
import { accountName } from './account.ts'

const NAME = Bun.spawnSync(['id', '-un']).stdout.toString().trim()

test.each([{}, { USER: 'somebody-else', LOGNAME: 'somebody-else' }, { USER: '' }])('the account, with %j', (env) => {
  expect(accountName(env)).toBe(NAME)
})

/** A container may run under a number that has no name. */
test.each([
  [{ USER: 'ana', LOGNAME: 'bob' }, 'ana'],
  [{ LOGNAME: 'bob' }, 'bob'],
  [{ USER: '' }, `uid ${process.getuid?.()}`],
])('an account without a name, with %j', (env, name) => expect(accountName(env, [])).toBe(name))
