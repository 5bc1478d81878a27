/** Pieces of the earth to begin with. */
import { m } from '../../paraglide/messages.js';
import type { EarthFrame } from '../../server/types';

export interface Piece {
  name: string;
  word: () => string;
  frame: Omit<EarthFrame, 'projection' | 'aspect'>;
}

const piece = (name: string, word: () => string, west: number, east: number, south: number, north: number): Piece => ({
  name,
  word,
  frame: { west, east, south, north },
});

export const PIECES: readonly Piece[] = [
  piece('europe', m.land_europe, -11, 36, 35, 62),
  piece('italy', m.land_italy, 6, 19, 36, 47.5),
  piece('british_isles', m.land_british_isles, -11, 3, 49.5, 59.5),
  piece('iberia', m.land_iberia, -10, 4.5, 35.5, 44.5),
  piece('alps', m.land_alps, 4, 17.5, 43.5, 49),
  piece('japan', m.land_japan, 128.5, 146.5, 30.5, 46),
  piece('korea', m.land_korea, 123.5, 131.5, 33, 43.5),
  piece('taiwan', m.land_taiwan, 119, 123, 21.5, 25.8),
  piece('china', m.land_china, 95, 128, 18, 44),
  piece('southeast_asia', m.land_southeast_asia, 92, 142, -11, 24),
  piece('india', m.land_india, 67, 93, 6, 36),
  piece('australia', m.land_australia, 112, 155, -44, -10),
  piece('africa', m.land_africa, -19, 53, -36, 38),
  piece('south_america', m.land_south_america, -83, -33, -56, 13),
  piece('north_america', m.land_north_america, -128, -62, 15, 58),
  piece('world', m.land_world, -180, 180, -58, 80),
];
