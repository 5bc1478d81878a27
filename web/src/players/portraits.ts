import type { SeatInfo } from '../server/types';

/** Address of the picture of a bot; empty for people, and for bots without a name (of earlier versions). */
export function portrait(info: Pick<SeatInfo, 'kind' | 'name'> | undefined): string {
  return info?.kind === 'bot' && info.name ? portraitOf(info.name) : '';
}

export const portraitOf = (name: string): string => `/characters/${encodeURIComponent(name.toLowerCase())}.svg`;
