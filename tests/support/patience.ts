/** How long Vitest waits in every project: a test that hangs fails late, but a busy machine fails none. */
export const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}
