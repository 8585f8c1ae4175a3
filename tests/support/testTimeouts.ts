/** The time-outs of every Vitest project: a test that hangs fails late, and no test fails because the machine is busy. */
export const testTimeouts = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
}
