import DeviceMobile from '@phosphor-icons/core/assets/regular/device-mobile.svg?react'
import Moon from '@phosphor-icons/core/assets/regular/moon.svg?react'
import Sun from '@phosphor-icons/core/assets/regular/sun.svg?react'
import { dispatch, useSession } from '../../shared/session/store.ts'
import { themeLabels } from '../../shared/text/labels.ts'

const themeOptions = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: DeviceMobile },
] as const

/** Lets the parent choose the theme (spec §4): light, dark or the device's preference, which is also the default. */
export function ThemeChoice() {
  const { theme: chosen } = useSession()
  return (
    <fieldset>
      <legend className="mb-2.5 px-1 font-semibold text-row">Tema</legend>
      <div className="segments">
        {themeOptions.map(({ theme, Icon }) => (
          <label key={theme} className="segment">
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === (chosen ?? 'system')}
              onChange={() => dispatch({ type: 'themeChosen', theme })}
              className="sr-only"
            />
            <Icon className="size-5 shrink-0" />
            {themeLabels[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
