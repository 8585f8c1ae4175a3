import { config } from '../../config.ts'

type Recovery = (error: unknown) => Promise<never>

let recover: Recovery = (error) => Promise.reject(error)

/** What is tried with code that cannot be fetched, before its page says so. */
export function recoverCodeBy(recovery: Recovery) {
  recover = recovery
}

/** The code that `load` imports. Rejects after `config.codeDeadlineMs`: nothing waits for it without end. */
export function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The code did not come')), config.codeDeadlineMs)
    load()
      .catch(recover)
      .then(resolve, reject)
      .finally(() => clearTimeout(late))
  })
}
