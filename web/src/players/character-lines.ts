/** How the bots play, in a line: true to the settings of the levels (`bots/levels.py`), planner and searcher. */
import { m } from '../paraglide/messages.js';
import type { SeatInfo } from '../server/types';
import { levelWord } from '../shell/game-words';

const LINES: Record<string, () => string> = {
  Ada: m.character_careful,
  Bruno: m.character_collector,
  Clara: m.character_hoarder,
  Dino: m.character_builder,
  Elsa: m.character_wanderer,
  Felix: m.character_careful,
  Greta: m.character_collector,
  Hugo: m.character_hoarder,
  Ines: m.character_builder,
  Jonas: m.character_wanderer,
  Karla: m.character_karla,
  Leo: m.character_leo,
  Mina: m.character_mina,
  Nils: m.character_nils,
  Olga: m.character_olga,
  Pavel: m.character_pavel,
  Rosa: m.character_rosa,
  Sven: m.character_sven,
  Tilda: m.character_tilda,
  Viktor: m.character_viktor,
};
/** How many decisions of a level are random. */
const WHIMS: Record<string, () => string> = { easy: m.character_whims_easy, normal: m.character_whims_normal };

export const CHARACTERS: readonly string[] = Object.keys(LINES);

/** "normal · Saves up a big hand before claiming anything. One decision in ten is a whim." */
export function characterLine({ name, level }: Pick<SeatInfo, 'name' | 'level'>): string {
  const words = [LINES[name ?? '']?.(), WHIMS[level ?? '']?.()].filter(Boolean).join(' ');
  return [levelWord(level ?? ''), words].filter(Boolean).join(' · ');
}
