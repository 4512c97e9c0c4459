// Events of the trust that a person gives to the checks of a repository.
import { z } from 'zod'
import { Actor, Head } from './head.ts'

export const TrustGiven = z.strictObject({
  ...Head,
  kind: z.literal('trust.given').describe('A person trusted the `fullstop.json` of a repository, with this content.'),
  root: z.string(),
  hash: z.string(),
  actor: Actor,
})

export const TrustRevoked = z.strictObject({
  ...Head,
  kind: z.literal('trust.revoked').describe('A person took that trust back.'),
  root: z.string(),
  actor: Actor,
})
