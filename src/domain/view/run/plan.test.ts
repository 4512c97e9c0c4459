// What is said before an agent starts: what will be proven, the tree, and what the agent may do.
import { expect, test } from 'bun:test'
import { type PlanRow, type RunPlan, viewPlan } from './plan.ts'

const PLAN: RunPlan = {
  policy: { checks: [{ name: 'test', run: 'npm test' }], untrustedChecks: [], root: '/repo' },
  permissions: 'edits',
  isInRepository: true,
  uncommitted: [],
  findable: [],
  missing: [],
  warnings: [],
}
const NONE = { checks: [], untrustedChecks: [], root: '/repo' }
const PROOF: PlanRow = { label: 'proof', text: 'test: npm test' }
const MAY: PlanRow = {
  label: 'may',
  text: 'edit files and run the checks; the rest as its settings say (edits)',
}
const EDIT: PlanRow = { label: 'may', text: 'edit files; the rest as its settings say (edits)' }
const WITHOUT: PlanRow = {
  label: 'proof',
  text: 'none: no check is configured, so the best outcome is "unverified"',
  tone: 'warn',
}

const rows: ReadonlyArray<readonly [name: string, changes: Partial<RunPlan>, expected: readonly PlanRow[]]> = [
  ['a trusted check in a clean tree', {}, [PROOF, MAY]],
  [
    'U14: a check whose program is not installed',
    { missing: ['npm is not on your PATH: test cannot run'] },
    [PROOF, { label: '', text: 'npm is not on your PATH: test cannot run', tone: 'warn' }, MAY],
  ],
  ['U3: no check', { policy: NONE }, [WITHOUT, EDIT]],
  [
    'U3: no check, but some can be found',
    { policy: NONE, findable: [{ name: 'test', run: ['npm', 'test'] }] },
    [WITHOUT, { label: '', text: 'found here: npm test; `fullstop checks find --write`, then `fullstop trust`' }, EDIT],
  ],
  [
    'U2: one check that is not trusted',
    { policy: { ...NONE, untrustedChecks: ['test'] } },
    [
      {
        label: 'proof',
        text: 'test: not trusted, will not run, so the best outcome is "unverified"; `fullstop trust` lets it run',
        tone: 'warn',
      },
      EDIT,
    ],
  ],
  [
    'U2: checks that are not trusted',
    { policy: { ...NONE, untrustedChecks: ['test', 'lint'] } },
    [
      {
        label: 'proof',
        text: 'test, lint: not trusted, will not run, so the best outcome is "unverified"; `fullstop trust` lets them run',
        tone: 'warn',
      },
      EDIT,
    ],
  ],
  [
    'a setup of worktrees',
    { setup: { run: ['npm', 'ci', 'a b'] } },
    [PROOF, { label: 'setup', text: "npm ci 'a b', in each new worktree" }, MAY],
  ],
  [
    'a setup of worktrees that is not trusted',
    { setup: 'not trusted' },
    [
      PROOF,
      {
        label: 'setup',
        text: 'worktree.setup: not trusted, will not run; `fullstop trust` lets it run',
        tone: 'warn',
      },
      MAY,
    ],
  ],
  [
    'many checks',
    { policy: { ...NONE, checks: Array.from({ length: 8 }, (_, nth) => ({ name: `c${nth}`, run: 'true' })) } },
    [
      ...Array.from({ length: 6 }, (_, nth) => ({ label: nth === 0 ? 'proof' : '', text: `c${nth}: true` })),
      { label: '', text: '2 more checks' },
      MAY,
    ],
  ],
  [
    'acceptance criteria',
    {
      criteria: [
        { id: 'c1', text: 'Fast\u001b[2J\nand small' },
        { id: 'c2', text: 'x'.repeat(300) },
        ...Array.from({ length: 11 }, (_, nth) => ({ id: `c${nth + 3}`, text: 'y' })),
      ],
    },
    [
      PROOF,
      { label: 'criteria', text: 'c1: Fast\u{fffd}[2J and small' },
      { label: '', text: `c2: ${'x'.repeat(199)}…` },
      ...Array.from({ length: 10 }, (_, nth) => ({ label: '', text: `c${nth + 3}: y` })),
      { label: '', text: '1 more' },
      MAY,
    ],
  ],
  [
    'a dirty tree',
    { uncommitted: ['a', 'b', 'c'] },
    [PROOF, { label: 'tree', text: '3 files with uncommitted changes' }, MAY],
  ],
  [
    'our own file alone',
    { uncommitted: ['fullstop.json'] },
    [PROOF, { label: 'tree', text: 'fullstop.json is not committed' }, MAY],
  ],
  [
    'our own file counts, as it does for git and for a claim, and is named',
    { uncommitted: ['a', 'fullstop.json'] },
    [PROOF, { label: 'tree', text: '2 files with uncommitted changes, fullstop.json among them' }, MAY],
  ],
  [
    'no repository',
    { isInRepository: false, uncommitted: undefined, policy: { checks: [], untrustedChecks: [] } },
    [WITHOUT, { label: 'tree', text: 'no repository: changes will not be listed' }, EDIT],
  ],
  [
    'no repository, and a check',
    { isInRepository: false, uncommitted: undefined },
    [PROOF, { label: 'tree', text: 'no repository: changes will not be listed' }, MAY],
  ],
  ['a repository that cannot be read', { uncommitted: undefined }, [PROOF, MAY]],
  [
    'everything is permitted',
    { permissions: 'all' },
    [PROOF, { label: 'may', text: 'do everything without asking (all)', tone: 'warn' }],
  ],
  ['a program of its own', { permissions: undefined }, [PROOF]],
  ['a warning', { warnings: ['look'] }, [PROOF, MAY, { label: 'warning', text: 'look', tone: 'warn' }]],
]

test.each(rows)('%s', (_, changes, expected) => expect(viewPlan({ ...PLAN, ...changes })).toEqual([...expected]))
