// The stories of a review on the terminal's screen. `web-review.test.ts` plays the same ones in a browser.
import { spawnSync } from 'node:child_process'
import { openScreen } from '../real-agents/tmux.ts'
import { binary } from './binary.ts'
import { tellReviewStories } from './review-stories.ts'

tellReviewStories({
  name: (story) => `[review-stories] ${story}`,
  by: 'terminal',
  isThere: spawnSync('tmux', ['-V']).status === 0,
  tells: [
    'a range of lines is commented, the draft is written again and deleted',
    'a file that was moved and edited is one file, commented on where its line is gone',
    'a rejection ends the task, with its reason',
    'the check that the agent disputes stands',
    'an approval shows what it approves, and completes the task',
    'an answer from elsewhere comes first: the screen says so',
    'files that changed since the checks ran are not approved',
  ],
  open: async (room, task) => {
    const screen = openScreen({
      argv: [binary, 'review', task],
      env: room.env,
      cwd: room.cwd,
      socketFolder: room.root,
      columns: 120,
      rows: 40,
    })
    await screen.waitFor((seen) => seen.includes('Why it waits'))
    const enter = (words: string): void => {
      screen.type(words)
      screen.press('Enter')
    }
    return {
      sees: async (text) => void (await screen.waitFor((seen) => seen.includes(text))),
      press: async (keys) => screen.type(keys),
      write: async (words) => enter(words),
      reject: async (words) => {
        enter(words)
        await screen.waitFor((seen) => seen.includes('You reject'))
        screen.type('y')
      },
      [Symbol.asyncDispose]: async () => screen.close(),
    }
  },
})
