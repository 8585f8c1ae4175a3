import { App } from '@capacitor/app'

export async function appVersion(): Promise<string> {
  const { version, build } = await App.getInfo()
  return `${version} (${build})`
}
