// What somebody sees who has no session here: nothing of the store, and how to get in.
export function NoSession() {
  return (
    <main>
      <div class="nothing">
        <h2>This browser has no session</h2>
        <p>
          Run <code>fullstop ui</code> in a terminal on the machine where Fullstop runs: it opens this page with one.
        </p>
        <p>
          On another device: <code>fullstop ui --invite</code> shows a code that lets one browser in.
        </p>
      </div>
    </main>
  )
}
