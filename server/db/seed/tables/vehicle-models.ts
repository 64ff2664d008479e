/** Kind of vehicle; determines its usage, services and price level. */
export type VehicleKind = 'car' | 'suv' | 'van' | 'pickup' | 'electric' | 'medium' | 'heavy'

export interface VehicleModel {
  kind: VehicleKind
  /** Positions 1 to 8 of the VIN. */
  prefix: string
  /** Position 11. */
  plant: string
  from: number
  to: number
  make: string
  model: string
  subModel: string
  engine: string
}

/**
 * Maintained by hand; world.test.ts checks each prefix and year against vPIC. kind, prefix, plant, years, make, model,
 * sub-model, engine.
 */
const TABLE = `
car|JTDEPRAE|J|2020-2022|Toyota|Corolla|LE|1.8L 4 cyl Gasoline
car|4T1C11AK|U|2020-2024|Toyota|Camry|LE|2.5L 4 cyl Gasoline
car|4T1B11HK|U|2018-2019|Toyota|Camry|SE|2.5L 4 cyl Gasoline
car|1HGCV1F3|A|2018-2022|Honda|Accord|Sport|1.5L 4 cyl Gasoline
car|2HGFC2F6|H|2019-2021|Honda|Civic|LX|2.0L 4 cyl Gasoline
car|2HGFE2F5|H|2022-2025|Honda|Civic|Sport|2.0L 4 cyl Gasoline
car|1N4BL4CV|C|2019-2024|Nissan|Altima|SR|2.5L 4 cyl Gasoline
car|1N4AL3AP|C|2015-2018|Nissan|Altima|S|2.5L 4 cyl Gasoline
car|3FA6P0HD|R|2015-2020|Ford|Fusion|SE|1.5L 4 cyl Gasoline
car|1FADP3F2|L|2015-2018|Ford|Focus|SE|2.0L 4 cyl Gasoline
car|1G1ZD5ST|F|2018-2025|Chevrolet|Malibu|LT|1.5L 4 cyl Gasoline
car|KMHLM4AG|U|2022-2024|Hyundai|Elantra|SEL|2.0L 4 cyl Gasoline
car|5NPE34AF|H|2015-2019|Hyundai|Sonata|Sport|2.4L 4 cyl Gasoline
suv|1FM5K8D8|G|2015-2019|Ford|Explorer|XLT|3.5L 6 cyl Gasoline
suv|1FMSK8DH|G|2020-2024|Ford|Explorer|XLT|2.3L 4 cyl Gasoline
suv|1FMCU9GD|U|2017-2019|Ford|Escape|SE|1.5L 4 cyl Gasoline
suv|1FMCU9G6|U|2020-2022|Ford|Escape|SE|1.5L 3 cyl Gasoline
suv|2T3W1RFV|C|2019-2024|Toyota|RAV4|XLE|2.5L 4 cyl Gasoline
suv|5TDGZRAH|S|2020-2022|Toyota|Highlander|XLE|3.5L 6 cyl Gasoline
suv|2HKRW2H5|H|2017-2022|Honda|CR-V|EX|1.5L 4 cyl Gasoline
suv|5FNYF6H5|B|2018-2022|Honda|Pilot|EX-L|3.5L 6 cyl Gasoline
suv|3GNAXUEV|L|2018-2024|Chevrolet|Equinox|LT|1.5L 4 cyl Gasoline
suv|1GNSKBKC|R|2015-2020|Chevrolet|Tahoe|LT|5.3L 8 cyl Gasoline
suv|1C4RJFBG|C|2015-2021|Jeep|Grand Cherokee|Limited|3.6L 6 cyl Gasoline
suv|5N1AT2MV|C|2015-2020|Nissan|Rogue|SV|2.5L 4 cyl Gasoline
suv|5N1AT3BB|C|2021-2023|Nissan|Rogue|SV|1.5L 3 cyl Gasoline
suv|JF2SKAEC|H|2019-2023|Subaru|Forester|Premium|2.5L 4 cyl Gasoline
suv|4S4BTAFC|3|2020-2025|Subaru|Outback|Premium|2.5L 4 cyl Gasoline
suv|KM8J3CA4|U|2016-2021|Hyundai|Tucson|SEL|2.0L 4 cyl Gasoline
electric|5YJ3E1EA|F|2018-2024|Tesla|Model 3|Standard Range|Electric
electric|7SAYGDEE|F|2022-2025|Tesla|Model Y|Long Range|Electric
electric|1G1FW6S0|4|2017-2021|Chevrolet|Bolt EV|LT|Electric
electric|1FTBW9CK|K|2022-2024|Ford|Transit|E-350 Medium Roof|Electric
electric|1FTVW1EL|W|2022-2023|Ford|F-150|Lightning SuperCrew|Electric
van|1FTBR1C8|K|2020-2025|Ford|Transit|250 Medium Roof|3.5L 6 cyl Gasoline
van|1FTYR2CM|K|2015-2019|Ford|Transit|250 Medium Roof|3.7L 6 cyl Gasoline
van|1FTBW2CM|K|2015-2019|Ford|Transit|350 Medium Roof|3.7L 6 cyl Gasoline
van|1GCWGAFG|1|2016-2021|Chevrolet|Express|2500 Cargo|6.0L 8 cyl Gasoline
van|1GCWGAFP|1|2019-2025|Chevrolet|Express|2500 Cargo|4.3L 6 cyl Gasoline
van|1GAZGPFG|1|2017-2021|Chevrolet|Express|Passenger LT|6.0L 8 cyl Gasoline
van|3C6TRVDG|E|2015-2025|Ram|ProMaster 2500|High Roof|3.6L 6 cyl Gasoline
van|WD4PF0CD|P|2018-2019|Mercedes-Benz|Sprinter|3500|3.0L 6 cyl Diesel
van|W1Y4ECHY|P|2020-2024|Mercedes-Benz|Sprinter|2500 Cargo|3.0L 6 cyl Diesel
van|1N6BF0KM|N|2015-2020|Nissan|NV|2500 S|4.0L 6 cyl Gasoline
van|NM0LS7E7|1|2015-2021|Ford|Transit Connect|XL|2.5L 4 cyl Gasoline
van|NM0LS7F7|1|2015-2021|Ford|Transit Connect|XLT|2.5L 4 cyl Gasoline
van|ZFBHRFAB|6|2017-2022|Ram|Promaster City|Tradesman|2.4L 4 cyl Gasoline
van|2C4RDGBG|R|2015-2019|Dodge|Grand Caravan|SE|3.6L 6 cyl Gasoline
van|2C4RC1BG|R|2017-2024|Chrysler|Pacifica|Touring L|3.6L 6 cyl Gasoline
van|5TDKZ3DC|S|2018-2020|Toyota|Sienna|LE|3.5L 6 cyl Gasoline
van|5TDYRKEC|S|2021-2025|Toyota|Sienna|XLE|2.5L 4 cyl Hybrid
pickup|1FTEW1EP|F|2018-2023|Ford|F-150|XLT SuperCrew|2.7L 6 cyl Gasoline
pickup|1FTFW1E5|F|2018-2023|Ford|F-150|XL SuperCrew|5.0L 8 cyl Gasoline
pickup|1FT7W2BT|E|2015-2025|Ford|F-250|XL Crew Cab|6.7L 8 cyl Diesel
pickup|1FT7W2B6|E|2015-2022|Ford|F-250|XL Crew Cab|6.2L 8 cyl Gasoline
pickup|1FTER4FH|L|2019-2024|Ford|Ranger|XLT SuperCrew|2.3L 4 cyl Gasoline
pickup|3GCUYDED|G|2019-2021|Chevrolet|Silverado|LT|5.3L 8 cyl Gasoline
pickup|3GCUKREC|G|2015-2018|Chevrolet|Silverado|LT|5.3L 8 cyl Gasoline
pickup|1GCGTCEN|1|2017-2022|Chevrolet|Colorado|LT|3.6L 6 cyl Gasoline
pickup|1GC1YNE7|F|2022-2024|Chevrolet|Silverado HD|2500 LT|6.6L 8 cyl Gasoline
pickup|1C6RR7FT|S|2015-2018|Ram|1500|Tradesman|5.7L 8 cyl Gasoline
pickup|1C6SRFFT|N|2019-2024|Ram|1500|Big Horn|5.7L 8 cyl Gasoline
pickup|3C6UR5CL|G|2015-2025|Ram|2500|Tradesman|6.7L 6 cyl Diesel
pickup|5TFDY5F1|X|2015-2021|Toyota|Tundra|SR5|5.7L 8 cyl Gasoline
pickup|3TMCZ5AN|M|2019-2023|Toyota|Tacoma|SR5|3.5L 6 cyl Gasoline
pickup|1N6AD0EV|N|2015-2019|Nissan|Frontier|SV|4.0L 6 cyl Gasoline
pickup|1N6ED1EK|N|2022-2025|Nissan|Frontier|SV Crew Cab|3.8L 6 cyl Gasoline
pickup|3GTU9DED|G|2019-2021|GMC|Sierra|SLT|5.3L 8 cyl Gasoline
medium|1FT8W3BT|E|2015-2025|Ford|F-350|XL Crew Cab|6.7L 8 cyl Diesel
medium|1FDUF5HT|D|2016-2024|Ford|F-550|XL Chassis Cab|6.7L 8 cyl Diesel
medium|1FDFE4FS|D|2015-2020|Ford|E-450|Cutaway|6.8L 10 cyl Gasoline
medium|1FDXE4FN|D|2021-2025|Ford|E-450|Cutaway|7.3L 8 cyl Gasoline
medium|1FDNF6DC|D|2018-2025|Ford|F-650|Regular Cab|6.7L 8 cyl Diesel
medium|1GC4YNEY|F|2022-2024|Chevrolet|Silverado HD|3500 LT|6.6L 8 cyl Diesel
medium|3C7WRNFL|G|2016-2024|Ram|5500|Tradesman Chassis Cab|6.7L 6 cyl Diesel
medium|3ALACWFC|D|2016-2024|Freightliner|M2|106 Medium Duty|6.7L 6 cyl Diesel
medium|1HTEUMML|H|2019-2025|International|MV607|4x2|6.7L 6 cyl Diesel
medium|2NP2HM6X|M|2016-2025|Peterbilt|337|Day Cab|6.7L 6 cyl Diesel
medium|2NKHHM6X|M|2016-2025|Kenworth|T3 Series|T270|6.7L 6 cyl Diesel
heavy|3AKJHHDR|S|2016-2025|Freightliner|Cascadia|126 Sleeper Cab|14.8L 6 cyl Diesel
heavy|1FUJGLDR|L|2016-2020|Freightliner|Cascadia|125 Sleeper Cab|14.8L 6 cyl Diesel
heavy|1XKYDP9X|J|2015-2025|Kenworth|T680|Sleeper|12.9L 6 cyl Diesel
heavy|1XPBDP9X|D|2017-2025|Peterbilt|579|Sleeper|12.9L 6 cyl Diesel
heavy|4V4NC9EH|N|2020-2025|Volvo Truck|VNL|760|12.8L 6 cyl Diesel
heavy|1M1AN4GY|M|2019-2025|Mack|Anthem|Sleeper|13.0L 6 cyl Diesel
heavy|1M2GR2GC|M|2019-2025|Mack|Granite|Axle Back|11.0L 6 cyl Diesel
heavy|3HSDZAPR|N|2018-2022|International|LT625|LT|12.4L 6 cyl Diesel
heavy|5KJJBHDR|L|2016-2023|Western Star|5700|Sleeper|14.8L 6 cyl Diesel
`

/** Models of the demo vehicles, with the years in which their VIN prefix was built. */
export const VEHICLE_MODELS: readonly VehicleModel[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [kind, prefix, plant, years, make, model, subModel, engine] = line.split('|') as [
      VehicleKind,
      ...Columns,
    ]
    const [from, to] = years.split('-').map(Number) as [number, number]
    return { kind, prefix, plant, from, to, make, model, subModel, engine }
  })

type Columns = [string, string, string, string, string, string, string]
