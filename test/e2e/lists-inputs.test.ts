// Lists, repositories and moments that are hard to get right: each is carried out correctly or refused with what to do.
import { expect, test } from 'bun:test'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Act, Turn } from '../fake-agents/script.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { type Listing, listing, makes } from './listing.ts'
import { trust } from './repository.ts'

const RUN = ['run', '--agent', 'claude', '--tasks']
const writes = (...names: readonly string[]): Turn[] => names.map((name) => makes({ [`${name}.txt`]: 'good\n' }))

test.each(
  quarterOf(
    [
      ['a duplicate id', 'TODO.md', '- [ ] Write a\n  id: x\n- [ ] Write b\n  id: x\n', 'two items have the id "x"'],
      ['the same text twice', 'TODO.md', '- [ ] Write a\n- [ ] Write  A\n', 'two items have the text'],
      ['an empty box', 'TODO.md', '- [ ] \n- [ ] Write b\n', 'item 1 has no text'],
      ['a story without text', 'prd.json', '{"userStories":[{"id":"S1","title":" "}]}', 'the item "S1" has no text'],
      [
        'stories in a circle',
        'prd.json',
        '{"userStories":[{"id":"A","title":"a","dependsOn":["B"]},{"id":"B","title":"b","dependsOn":["A"]}]}',
        'wait for each other',
      ],
      ['an item that waits for itself', 'TODO.md', '- [ ] Write a\n  after: Write a\n', 'wait for each other'],
      ['an item that waits for nobody', 'TODO.md', '- [ ] Write a\n  after: Write z\n', 'there is no such item'],
      ['broken JSON', 'prd.json', '{"userStories": [{"id": "S1", "title": "a"', 'prd.json'],
      ['no item at all', 'TODO.md', '# Only prose\n', 'the list holds no item'],
      ['nothing open', 'TODO.md', '- [x] Write a\n', 'every item of the list is done already'],
      ['an id like an option', 'TODO.md', '- [ ] Write a\n  id: --force\n', '"--force" cannot be an id'],
    ] as const,
    2,
  ),
)('[lists] %s is refused before anything begins, and says what to do', async (_, file, text, why) => {
  using at = await listing(text, file)
  const before = at.checkout()
  const ran = await at.runList([...RUN, file])
  expect([ran.code, at.listEvents(), at.calls(), at.worktrees().length]).toEqual([2, [], [], 1])
  expect(ran.stderr).toContain(why)
  expect(ran.stderr).toMatch(/\n {2}next: ./)
  expect(at.checkout()).toEqual(before)
})

test('[lists lists-checkout] a list that is no file of this repository is refused, wherever it lies', async () => {
  using at = await listing('- [ ] Write a\n')
  const outside = join(at.room.home, 'elsewhere')
  mkdirSync(outside)
  writeFileSync(join(outside, 'TODO.md'), '- [ ] Write a\n')
  const none = await at.runList([...RUN, join(outside, 'TODO.md')])
  expect([none.code, at.listEvents()]).toEqual([2, []])
  expect(none.stderr).toContain('is not a file of the repository')
  // Another repository is not mistaken for this one: its checks were never trusted.
  at.repository.git('init', '--quiet', outside)
  at.repository.git('-C', outside, 'add', '.')
  at.repository.git('-C', outside, 'commit', '--quiet', '-m', 'Theirs')
  const other = await at.runList([...RUN, join(outside, 'TODO.md')])
  expect([other.code, at.listEvents()]).toEqual([2, []])
  expect(other.stderr).toContain('copy it there, or run this in the repository that holds it')
})

test('[lists] a list with CRLF keeps its ends of lines, with nested items and a byte order mark', async () => {
  const text = '\uFEFF# To do\r\n\r\n- [ ] Write both\r\n  - [ ] Write a\r\n  - [ ] Write b\r\n    after: Write a\r\n'
  using at = await listing(text)
  at.repository.git('config', 'core.autocrlf', 'false')
  at.script(writes('a', 'b', 'both'))
  const ran = await at.runList()
  expect([ran.code, ran.items]).toEqual([
    0,
    { 'write-a': 'completed', 'write-b': 'completed', 'write-both': 'completed' },
  ])
  expect(at.onBranch('TODO.md')).toBe(text.replaceAll('[ ]', '[x]'))
})

test.skipIf(isVariant)('[lists lists-checkout] everything may lie in folders with blanks and other signs', async () => {
  using at = await listing('- [ ] Schreib ein Ä\n- [ ] Write "b" & c\n', "my list's/to do (1).md")
  // The repository itself lies in such a folder, and is reached by a link.
  const moved = join(at.room.home, "a b's (x) ü")
  renameSync(at.room.cwd, moved)
  symlinkSync(moved, at.room.cwd)
  await trust(at.room)
  at.script(writes('a', 'b'))
  const before = at.checkout()
  const ran = await at.runList([...RUN, "my list's/to do (1).md"])
  expect([ran.code, Object.values(ran.items)]).toEqual([0, ['completed', 'completed']])
  expect(at.onBranch("my list's/to do (1).md")).toBe('- [x] Schreib ein Ä\n- [x] Write "b" & c\n')
  expect(at.checkout()).toEqual(before)
})

test('[lists lists-worktree] submodules are said to be empty in worktrees, and stay as they are', async () => {
  using at = await listing('- [ ] Write a\n')
  const source = join(at.room.home, 'library')
  at.repository.git('init', '--quiet', '--initial-branch=main', source)
  writeFileSync(join(source, 'lib.txt'), 'good\n')
  at.repository.git('-C', source, 'add', '.')
  at.repository.git('-C', source, 'commit', '--quiet', '-m', 'Library')
  at.repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source, 'lib')
  at.repository.commit('With a library')
  const pinned = at.repository.git('ls-tree', 'HEAD', 'lib')
  at.script(writes('a'))
  const before = at.checkout()
  const ran = await at.runList()
  expect([ran.code, ran.items]).toEqual([0, { 'write-a': 'completed' }])
  expect(ran.stderr).toContain('the submodule lib is empty in the worktrees; worktree.setup can fill it')
  expect(at.repository.git('ls-tree', at.branch(), 'lib')).toBe(pinned)
  expect(at.checkout()).toEqual(before)
  // A list inside a submodule is one of another repository.
  writeFileSync(join(at.room.cwd, 'lib', 'TODO.md'), '- [ ] Write b\n')
  const inside = await at.runList([...RUN, 'lib/TODO.md'])
  expect([inside.code, inside.stderr.includes('is not a file of the repository')]).toEqual([2, true])
})

const onResult = (line: string): Act => ({
  do: 'shell',
  line: `b=$(git for-each-ref --format="%(refname)" "refs/heads/fullstop/list-*"); ${line}`,
})

test.skipIf(isVariant)(
  '[lists] an item that is taken out of the list on the branch meanwhile is merged all the same, and that is said',
  async () => {
    using at = await listing('- [ ] Write a\n- [ ] Write b\n')
    const removes = onResult(
      "i=$(mktemp -u); GIT_INDEX_FILE=$i git read-tree $b; o=$(printf -- '- [ ] Write b\\n' | git hash-object -w --stdin); GIT_INDEX_FILE=$i git update-index --cacheinfo 100644,$o,TODO.md; git update-ref $b $(git commit-tree -p $b -m edited $(GIT_INDEX_FILE=$i git write-tree))",
    )
    const [a = [], b = []] = writes('a', 'b')
    at.script([[removes, ...a], b])
    const ran = await at.runList()
    expect([ran.code, ran.items]).toEqual([0, { 'write-a': 'completed', 'write-b': 'completed' }])
    expect(at.onBranch('TODO.md')).toBe('- [x] Write b\n')
    expect(ran.stdout).toContain('not ticked: the item "write-a" is not in the list any more')
  },
)

test('[lists] a result branch that is deleted meanwhile stops the list, which continues once it is back', async () => {
  using at: Listing = await listing('- [ ] Write a\n- [ ] Write b\n')
  const deletes = onResult('git update-ref refs/kept $b; git update-ref -d $b')
  const [a = [], b = []] = writes('a', 'b')
  at.script([[deletes, ...a], b])
  const ran = await at.runList()
  expect(ran.code).toBe(1)
  expect(ran.stderr).toMatch(/the branch fullstop\/list-\w+ is gone: bring it back/)
  at.repository.git('branch', at.branch(), 'refs/kept')
  at.repository.git('update-ref', '-d', 'refs/kept')
  const again = await at.runList()
  expect([again.code, again.items]).toEqual([0, { 'write-a': 'completed', 'write-b': 'completed' }])
})
