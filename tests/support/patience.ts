/** The time-outs of every Vitest project: a test that hangs fails late, and no test fails because the machine is busy. */
export const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}
