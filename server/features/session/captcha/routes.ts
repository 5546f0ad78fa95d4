import { loginSlider } from '#domain/contract/session.ts';
import type { App } from '../../../app.ts';
import { type Route, route } from '../../../calls/route.ts';
import { makeSlider } from './sliders.ts';

/** The call for a slider of the sign-in; it needs no session. */
export function captchaRoutes(app: App): Route[] {
  return [route(loginSlider, ({ request }) => makeSlider(app.store.db, request.ip))];
}
