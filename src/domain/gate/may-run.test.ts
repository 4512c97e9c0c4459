// Where a change is read and not run.
import { expect, test } from 'bun:test'
import { whyOnlyRead, withoutStepFiles } from './may-run.ts'

test('a change is only read where it would get rights or secrets that its author does not have', () => {
  expect(whyOnlyRead(undefined, [])).toBeUndefined()
  expect(whyOnlyRead('pull_request', [])).toBeUndefined()
  expect(whyOnlyRead('push', ['NPM_TOKEN'])).toEqual({ kind: 'secrets', names: ['NPM_TOKEN'] })
  for (const event of ['pull_request_target', 'workflow_run', 'issue_comment'])
    expect(whyOnlyRead(event, [])).toEqual({ kind: 'event', event })
})

test('a check does not get the files by which a step speaks to the runner', () => {
  const env = { PATH: '/bin', GITHUB_OUTPUT: '/o', GITHUB_ENV: '/e', GITHUB_STEP_SUMMARY: '/s', GITHUB_SHA: 'abc' }
  expect(withoutStepFiles(env)).toEqual({ PATH: '/bin', GITHUB_SHA: 'abc' } as never)
})
