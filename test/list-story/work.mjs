// The agent of the shop's list: does the item that its worktree is named after. What it finds there decides what it does, so
// that it may be run again at any moment: conflicts are resolved, and a name that changed meanwhile is followed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const [sync] = process.argv.slice(2)
const item = basename(process.cwd()).replace(/^\d+-/, '')

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const unit = (name, source, expectation, imports = name) => {
  write(`src/${name}.mjs`, source)
  write(
    `test/${name}.test.mjs`,
    `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${imports} } from '../src/${name}.mjs'\n\ntest('${name}', () => ${expectation})\n`,
  )
}

/** Somebody else merges meanwhile, as the test sees to it. */
async function meanwhile() {
  write(join(sync, `at-${item}`), '')
  while (!existsSync(join(sync, `go-${item}`))) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The body of `total`, from the steps that it consists of. */
function total(steps) {
  const known = { tax: '  sum *= 1.2', discount: '  sum -= off', round: '  sum = Math.round(sum * 100) / 100' }
  const lines = Object.entries(known).flatMap(([name, line]) => (steps.includes(name) ? [line] : []))
  write(
    'src/total.mjs',
    [
      'export function total(lines, off = 0) {',
      '  let sum = 0',
      '  for (const { price, count } of lines) sum += price * count',
      ...lines,
      '  return sum',
      '}',
      '',
    ].join('\n'),
  )
  write(
    'test/total.test.mjs',
    `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { total } from '../src/total.mjs'\n\ntest('total of ${steps.join(', ')}', () => assert.equal(Math.round(total([{ price: 2, count: 5 }])), ${steps.includes('tax') ? 12 : 10}))\n`,
  )
}

const SIGNS = { tax: '*= 1.2', discount: '-= off', round: 'Math.round' }
const stepsNow = () => Object.keys(SIGNS).filter((step) => read('src/total.mjs').includes(SIGNS[step]))
const moneyName = () => (read('src/money.mjs').includes('asMoney') ? 'asMoney' : 'money')

const items = {
  parse: () =>
    unit(
      'parse',
      "export const parse = (text) => text.split('\\n').filter(Boolean)\n",
      "assert.deepEqual(parse('a\\nb\\n'), ['a', 'b'])",
    ),
  slug: () =>
    unit(
      'slug',
      "import { tinySlug } from 'tiny-slug'\nexport const slug = (name) => tinySlug(name)\n",
      "assert.equal(slug('Red Shoe'), 'red-shoe')",
    ),
  find: () =>
    unit(
      'find',
      "import { slug } from './slug.mjs'\nexport const find = (all, name) => all.find((one) => slug(one) === slug(name))\n",
      "assert.equal(find(['Red Shoe'], 'red shoe'), 'Red Shoe')",
    ),
  'by-price': () =>
    unit(
      'by-price',
      'export const byPrice = (all) => [...all].sort((a, b) => a.price - b.price)\n',
      'assert.deepEqual(byPrice([{ price: 2 }, { price: 1 }]), [{ price: 1 }, { price: 2 }])',
      'byPrice',
    ),
  catalogue: () =>
    unit(
      'catalogue',
      "export { find } from './find.mjs'\nexport { byPrice } from './by-price.mjs'\n",
      'assert.equal(typeof find, typeof byPrice)',
      'find, byPrice',
    ),
  discount: async () => {
    const before = stepsNow()
    if (!read('src/total.mjs').includes('<<<<<<<')) await meanwhile()
    total([...new Set([...before, 'discount'])])
  },
  round: () => total([...new Set([...stepsNow(), 'round'])]),
  money: () =>
    unit('money', 'export const money = (sum) => `${sum.toFixed(2)} EUR`\n', "assert.equal(money(1), '1.00 EUR')"),
  invoice: async () => {
    const name = moneyName()
    if (name === 'money') await meanwhile()
    unit(
      'invoice',
      `import { ${name} } from './money.mjs'\nimport { total } from './total.mjs'\nexport const invoice = (lines) => \`Total: \${${name}(total(lines))}\`\n`,
      "assert.equal(invoice([{ price: 2, count: 5 }]), 'Total: 12.00 EUR')",
    )
  },
  report: () =>
    unit(
      'report',
      "import { invoice } from './invoice.mjs'\nexport const report = (orders) => orders.map(invoice).join('\\n')\n",
      "assert.equal(report([[]]), 'Total: 0.00 EUR')",
    ),
  stock: () =>
    unit(
      'stock',
      'export const stock = (all) => all.filter(({ count }) => count > 0)\n',
      'assert.deepEqual(stock([{ count: 0 }]), [])',
    ),
  order: () =>
    unit(
      'order',
      "import { stock } from './stock.mjs'\nimport { find } from './catalogue.mjs'\nexport const order = (all, name) => stock(all.filter(({ name: one }) => find([one], name)))\n",
      "assert.deepEqual(order([{ name: 'Red Shoe', count: 1 }], 'red shoe'), [{ name: 'Red Shoe', count: 1 }])",
    ),
  // Of the lists that somebody else runs meanwhile.
  tax: () => total([...new Set([...stepsNow(), 'tax'])]),
  rename: () =>
    unit(
      'money',
      'export const asMoney = (sum) => `${sum.toFixed(2)} EUR`\n',
      "assert.equal(asMoney(1), '1.00 EUR')",
      'asMoney',
    ),
}
await items[item]()
