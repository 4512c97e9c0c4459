// Fields that several tools take, with the limits that are named when they are overstepped.
import { z } from 'zod'
import { CriterionState } from '../../contract/criterion.ts'
import { PLAIN_ID } from '../../contract/plain-id.ts'

const MOST_TEXT = 32_768
const MOST_ITEM = 4096
const MOST_ITEMS = 1000
const MOST_NAME = 200
const MOST_NAMES = 100

export const isSaid = (text: string): boolean => text.replaceAll(/[\s\u200b-\u200f\u2060\ufeff]/g, '') !== ''

export function said(description: string): z.ZodString {
  return bounded(MOST_TEXT).refine(isSaid, 'must not be blank').describe(description)
}

export function text(description: string): z.ZodString {
  return bounded(MOST_TEXT).describe(description)
}

export function list(description: string): z.ZodArray<z.ZodString> {
  return z
    .array(bounded(MOST_ITEM))
    .max(MOST_ITEMS, `has too many items; ${MOST_ITEMS} is the most`)
    .describe(description)
}

/** Names of checks. */
export function names(description: string): z.ZodArray<z.ZodString> {
  return z
    .array(bounded(MOST_NAME))
    .max(MOST_NAMES, `has too many items; ${MOST_NAMES} is the most`)
    .describe(description)
}

export function disputes(description: string): z.ZodArray<z.ZodObject<{ check: z.ZodString; why: z.ZodString }>> {
  const dispute = z.object({
    check: bounded(MOST_NAME).describe('The name of the check.'),
    why: said('What is wrong with it, and how you know.'),
  })
  return z.array(dispute).max(MOST_NAMES, `has too many items; ${MOST_NAMES} is the most`).describe(description)
}

/** Rows of a claim; which ids there are, only the task knows. */
export function criteriaRows(description: string) {
  const row = z.object({
    id: bounded(MOST_NAME).describe('The id of the criterion.'),
    state: CriterionState.describe('How it stands.'),
    by: bounded(MOST_ITEM)
      .optional()
      .describe('met: the name of the check, or the path of the file, that shows it. not-applicable: why.'),
  })
  return z.array(row).max(MOST_NAMES, `has too many items; ${MOST_NAMES} is the most`).describe(description)
}

export function bounded(most: number): z.ZodString {
  return z.string().max(most, {
    error: ({ input }) => `has ${String(input).length} characters; ${most} is the most`,
  })
}

export const taskId = z
  .string()
  .regex(PLAIN_ID, 'is not an id that fullstop gave')
  .optional()
  .describe('A subtask of yours that you do yourself; or your task, if an earlier answer told you to pass its id.')
