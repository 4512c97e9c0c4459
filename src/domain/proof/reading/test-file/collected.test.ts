// Which paths the usual runner of a language picks up.
import { expect, test } from 'bun:test'
import { isCollected } from './collected.ts'

const yes: readonly string[] = [
  'tests/test_cart.py',
  'tests/cart_test.py',
  'shop/tests.py',
  'src/cart.test.ts',
  'src/parse-ignore.test.ts',
  'src/__tests__/cart.tsx',
  'spec/cart_spec.rb',
  'src/test/java/CartTest.java',
  'src/test/java/CartIT.java',
  'tests/CartTest.php',
  'tests/cart.rs',
  'tests/all/main.rs',
  'src/old/mod.rs',
  'cart_test.go',
  'cart_linux_test.go',
  'tests/CartTests.cs',
]

const no: readonly string[] = [
  'tests/cart_checks.py',
  'tests/conftest.py',
  'test/cart.ts',
  'spec/cart.rb',
  'src/test/java/CartChecks.java',
  'tests/common/cart.rs',
  'testdata/cart_test.go',
  '_old/cart_test.go',
  'cart_plan9_test.go',
  'tests_disabled/test_cart.py',
  'test/__disabled__/cart.test.ts',
  'tests_old/test_cart.py',
]

test.each(yes.map((path) => [path]))('%s is', (path) => {
  expect(isCollected(path)).toBe(true)
})

test.each(no.map((path) => [path]))('%s is not', (path) => {
  expect(isCollected(path)).toBe(false)
})
