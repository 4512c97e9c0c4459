// The start of a task in a copy, and one plan over another.
import { expect, test } from 'bun:test'
import { layered, planStart } from './plan-start.ts'

test('everything is as it was', () => {
  const plan = planStart([
    { path: 'src/a.ts', how: 'modified', before: 'old', after: 'new' },
    { path: 'run', how: 'deleted', before: '#!/bin/sh\n' },
    { path: 'b.ts', how: 'added', after: 'x' },
    { path: 'a.png', how: 'modified' },
  ])
  expect(plan).toEqual({
    put: [
      { path: 'src/a.ts', text: 'old' },
      { path: 'run', text: '#!/bin/sh\n', executable: true },
    ],
    remove: ['b.ts'],
    missing: ['a.png'],
  })
})

test('the upper plan wins', () => {
  const below = {
    put: [
      { path: 'a', text: '1' },
      { path: 'b', text: '1' },
      { path: 'e', text: '1' },
    ],
    remove: ['c', 'd'],
  }
  const above = {
    put: [
      { path: 'b', text: '2' },
      { path: 'c', text: '2' },
    ],
    remove: ['e'],
  }
  expect(layered(below, above)).toEqual({
    put: [
      { path: 'a', text: '1' },
      { path: 'b', text: '2' },
      { path: 'c', text: '2' },
    ],
    remove: ['d', 'e'],
  })
})
