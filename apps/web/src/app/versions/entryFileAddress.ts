/** The address of the entry file, whose name contains the build's hash; login.html has it in `data-code`. */
export function entryFileAddress(): string | undefined {
  const { code = '' } = document.documentElement.dataset
  const script = document.querySelector<HTMLScriptElement>('script[src*="/entry-"]')
  return script?.src ?? code.split(' ').find((file) => file.includes('/entry-'))
}
