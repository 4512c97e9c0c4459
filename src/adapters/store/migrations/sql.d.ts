// Bun gives an imported .sql file as its text.
declare module '*.sql' {
  const text: string
  export default text
}
