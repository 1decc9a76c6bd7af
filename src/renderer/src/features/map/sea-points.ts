// Points at sea that lanes connect. They are illustrative: they do not consider depth, weather, ice or law.
import type { Point } from './geometry.ts'

/** `[longitude, latitude]` */
export const SEA_POINTS = {
  // East Asia
  bohai: [119.3, 38.6], liaodong: [121.2, 38.4], yellowSea: [123.4, 36.6], chinaSea: [123.6, 31], cheju: [126.4, 32.4], busan: [129.1, 34.6],
  osumi: [131.2, 30.1], kii: [135.9, 32.9], tokyo: [139.8, 34.6], eastOfJapan: [142.5, 34.8], tsugaru: [145, 41.8],
  keelung: [122.4, 25.9], taiwanStrait: [119.6, 24.2], kaohsiung: [120, 22.2], pearl: [114.6, 21.6], haiphong: [107.5, 20.2], hainan: [111.7, 18.2], sanya: [109.3, 17.5], tonkin: [107.5, 18.9],
  luzon: [119.7, 18.5], luzonStrait: [121.2, 20], manila: [119.8, 14.2], vietnam: [110.6, 12.3], vungTau: [107.9, 9.6], siam: [101.2, 11], siamMouth: [103.6, 7.6], singaporeEast: [104.9, 1.7],
  singapore: [103.75, 1.12], malacca: [100.9, 2.9], malaccaNorth: [97.8, 5.6], aceh: [94.9, 6.1], guam: [144.5, 13],
  java: [106.8, -5.5], sunda: [104.6, -6.5], makassar: [118.3, -2], celebes: [119.9, 2.4], sibutu: [119.6, 4.9], mindoro: [120.2, 11.8], javaEast: [112.5, -6.1], bali: [115.8, -7.7], lombok: [115.7, -9.3],
  // Indian Ocean
  dondra: [80.6, 5.5], chennai: [81.2, 13], trincomalee: [82.6, 6.9], bengal: [89.5, 20.5], cochin: [75.6, 9], mumbai: [71.7, 18.7], karachi: [66.4, 24.2], hormuz: [56.7, 26.4], gulf: [52.5, 26.5],
  muscat: [59.3, 24.3], rasAlHadd: [60.6, 22.3], masirah: [59.6, 19.8], dhofar: [54.6, 15.9], socotra: [51.6, 13], aden: [46, 12.2], babElMandeb: [43.3, 12.6], redSea: [38.4, 20.2], redSeaNorth: [34.7, 27.2], gulfOfSuez: [33.2, 28.5], suez: [32.55, 29.75],
  hafun: [52.1, 10.8], mogadishu: [48.9, 2.5], mombasa: [40.3, -4.3], mozambique: [41.5, -14], sofala: [41, -17], inhambane: [36.4, -24.5], durban: [31.9, -30], transkei: [29.6, -32.8], elizabeth: [25.8, -34.7], agulhas: [20.3, -35.5], madagascar: [48, -27], maldives: [73, -1],
  // Mediterranean
  portSaid: [32.4, 31.7], levant: [34.3, 33.5], crete: [25, 34.2], gavdos: [22.9, 34.7], kythira: [22.7, 36], aegean: [25, 38.1], dardanelles: [25.7, 39.9], marmara: [28.2, 40.75], bosporus: [29.2, 41.5], blackSea: [31.3, 43.5],
  otranto: [18.9, 40.1], adriatic: [13.4, 44.6], ionian: [18.5, 36.5], malta: [15, 35.5], bonifacio: [11, 37.6], tyrrhenian: [11.2, 41], liguria: [9.2, 43.6], lions: [5, 42.6], balearic: [1, 40.2], nao: [0.7, 38.7], gata: [-1.6, 36.4], sardinia: [6.8, 38.3], alboran: [-2.8, 36.1], gibraltar: [-5.7, 35.95],
  // Europe
  saintVincent: [-9.6, 36.6], lisbon: [-9.9, 38.6], finisterre: [-10, 43.4], biscay: [-2.5, 44.7], ushant: [-6, 48.8], channel: [-1.5, 50.1], dover: [1.5, 51.05], hook: [3.6, 52.1], texel: [4.2, 53.5], bight: [7.5, 54.2], horns: [7.3, 56],
  skagerrak: [7.9, 57.7], skagen: [10.7, 58], kattegat: [11.3, 57.2], greatBelt: [10.9, 55.9], fehmarn: [11.1, 54.5], bornholm: [14.6, 55], gdansk: [19, 54.8], gotland: [19.7, 57], finland: [23, 59.4],
  lindesnes: [6.2, 57.6], celtic: [-6.3, 51.2], irish: [-5, 53.6], humber: [1.4, 53.7], forth: [-1.2, 56.2], buchan: [-0.9, 57.6], fairIsle: [-3, 59.3],
  // Atlantic
  race: [-52.5, 45.3], halifax: [-63.2, 44.1], canso: [-60.3, 44.8], scatarie: [-59.3, 46.1], cabot: [-59.9, 47.3], gaspe: [-64, 49.4], stLawrence: [-67.5, 49], nantucket: [-69.2, 40.3], newYork: [-73.6, 40.3], chesapeake: [-75.4, 36.8], hatteras: [-74.8, 34.9], charleston: [-79.2, 32.3], savannah: [-80.4, 31.7],
  florida: [-79.6, 27.4], biscayne: [-79.6, 25.6], keys: [-80.9, 24.1], tortugas: [-83.6, 24], gulfOfMexico: [-89.6, 26.5], houston: [-94.4, 28.9], mobile: [-88.2, 29.6], veracruz: [-95.4, 19.6], yucatan: [-85.6, 21.8],
  bahamas: [-73.3, 23], windward: [-74.1, 20], jamaica: [-75.4, 18.6], mona: [-68, 17.9], antilles: [-60, 15], cartagena: [-75.8, 10.8], panamaNorth: [-79.9, 9.5],
  canaries: [-17.5, 28.6], dakar: [-18.1, 14.6], threePoints: [-2.3, 4], palmas: [-8.5, 3.5], guinea: [-18.3, 10.5], lagos: [3.3, 5.7], namibia: [11.5, -23], capeTown: [17.7, -34.2], natal: [-34, -5], recife: [-34.2, -9], salvador: [-37.6, -14], abrolhos: [-38, -18.5], rio: [-41.8, -23.5], santos: [-46, -24.7], plate: [-54.2, -35.6], horn: [-66.5, -56.8], ildefonso: [-73, -56],
  // Pacific
  panamaSouth: [-79.5, 8.7], darien: [-80, 6.7], azuero: [-81.6, 6.7], costaRica: [-86.3, 8.6], guayaquil: [-81.6, -3.2], aguja: [-82, -6], callao: [-78, -12.3], valparaiso: [-72.3, -33], valdivia: [-74.6, -38.5], chile: [-77, -50], acapulco: [-100, 15.8], manzanillo: [-105, 18.6], baja: [-113, 23.8], losAngeles: [-118.6, 33.3], conception: [-121.3, 34.2],
  goldenGate: [-123.2, 37.5], mendocino: [-125.2, 40.4], columbia: [-125, 46], juanDeFuca: [-125, 48.45], seattle: [-123, 48.25], scottIslands: [-129.6, 50.4], hecate: [-130.3, 52.6], rupert: [-131.2, 54.4], alaska: [-150, 53], hawaii: [-158.6, 21.9],
  // Oceania
  northwestCape: [112.8, -21.5], sharkBay: [112.2, -26], timorSea: [124.5, -11.6], fremantle: [114.8, -32], leeuwin: [114.4, -35], bass: [145, -39.4], gabo: [150.3, -38], sydney: [152.2, -33.8], byron: [154.2, -30], brisbane: [154, -27.2], coral: [157, -14], sanCristobal: [163.6, -11.7], solomon: [164.5, -8.5], northCape: [172.9, -33.9], auckland: [175.3, -35.6], fiji: [-177.8, -20], torres: [143.2, -10.7], arafura: [133.5, -9.9],
} as const satisfies Record<string, Point>

export type SeaPoint = keyof typeof SEA_POINTS
