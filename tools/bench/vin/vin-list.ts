import { checkDigit, modelYearCode } from '#domain/vehicles/vin.ts'

export type ListedKind = 'car' | 'suv' | 'van' | 'pickup' | 'medium' | 'heavy'
export interface ListedVin {
  kind: ListedKind
  vin: string
  year: number
  make: string
  model: string
}

/**
 * Constructed VINs with real structure; none belongs to a real vehicle. Positions 1 to 8 and 11 follow makers'
 * published VIN guides and trade knowledge. They were written by hand before the decoder was run, not from its data. A
 * row that the decoder reads differently stays and counts as wrong, although some of those may be mistakes of the list.
 * Columns: kind, positions 1 to 8, position 11, years, make, model.
 */
const TABLE = `
car|JTDKN3DU|0|2010-2015|Toyota|Prius
car|JTDKARFU|3|2016-2022|Toyota|Prius
car|4T1BF1FK|U|2012-2017|Toyota|Camry
car|4T1BE46K|U|2007-2009|Toyota|Camry
car|2T1BU4EE|C|2009-2013|Toyota|Corolla
car|2T1BURHE|C|2014-2019|Toyota|Corolla
car|5YFBURHE|P|2014-2019|Toyota|Corolla
car|5YFEPRAE|P|2020-2022|Toyota|Corolla
car|1HGCP263|A|2008-2012|Honda|Accord
car|1HGCR2F3|A|2013-2017|Honda|Accord
car|2HGFB2F5|H|2012-2015|Honda|Civic
car|19XFC2F5|E|2016-2018|Honda|Civic
car|2HGFA165|H|2006-2011|Honda|Civic
car|1N4AL2AP|N|2007-2012|Nissan|Altima
car|3N1AB7AP|Y|2013-2019|Nissan|Sentra
car|1G1ZB5ST|F|2016-2022|Chevrolet|Malibu
car|1G1PC5SB|7|2012-2015|Chevrolet|Cruze
car|1G1BE5SM|7|2016-2019|Chevrolet|Cruze
car|2G1WB5E3|1|2012-2015|Chevrolet|Impala
car|3FA6P0H7|R|2013-2020|Ford|Fusion
car|3FAHP0HA|R|2010-2012|Ford|Fusion
car|1FAHP2D8|G|2013-2019|Ford|Taurus
car|1FADP3K2|L|2012-2018|Ford|Focus
car|2C3CDXBG|H|2012-2023|Dodge|Charger
car|2C3CCAAG|H|2012-2020|Chrysler|300
car|5NPDH4AE|H|2011-2016|Hyundai|Elantra
car|5NPD84LF|H|2017-2020|Hyundai|Elantra
car|5NPEB4AC|H|2011-2014|Hyundai|Sonata
car|5XXGM4A7|G|2012-2015|Kia|Optima
car|3VWDP7AJ|M|2011-2014|Volkswagen|Jetta
car|3VWCB7BU|M|2019-2021|Volkswagen|Jetta
car|5YJ3E1EA|F|2017-2023|Tesla|Model 3
car|5YJSA1E2|F|2016-2021|Tesla|Model S
car|1N4AZ0CP|C|2013-2017|Nissan|Leaf
car|1N4AZ1CP|C|2018-2020|Nissan|Leaf
suv|7SAYGDEE|A|2022-2023|Tesla|Model Y
suv|1FMCU0GX|U|2013-2016|Ford|Escape
suv|1FMCU0GD|U|2017-2019|Ford|Escape
suv|1FM5K7D8|G|2013-2019|Ford|Explorer
suv|1FMHK8D8|G|2011-2012|Ford|Explorer
suv|1FMJU1JT|E|2018-2021|Ford|Expedition
suv|1C4RJFAG|C|2011-2021|Jeep|Grand Cherokee
suv|1C4PJMCB|W|2014-2018|Jeep|Cherokee
suv|1C4BJWDG|L|2012-2018|Jeep|Wrangler
suv|1C4NJRFB|D|2011-2017|Jeep|Patriot
suv|1GNSKBKC|R|2015-2020|Chevrolet|Tahoe
suv|2GNFLFEK|6|2012-2016|Chevrolet|Equinox
suv|2GNAXSEV|6|2018-2020|Chevrolet|Equinox
suv|5TDJKRFH|S|2014-2016|Toyota|Highlander
suv|2T3BFREV|W|2013-2018|Toyota|RAV4
suv|5J6RM4H5|L|2012-2014|Honda|CR-V
suv|5J6RW2H5|A|2017-2022|Honda|CR-V
suv|5FNYF6H5|B|2016-2022|Honda|Pilot
suv|5N1AT2MV|C|2014-2020|Nissan|Rogue
suv|JN8AS5MV|W|2008-2013|Nissan|Rogue
suv|5XYZU3LB|G|2013-2018|Hyundai|Santa Fe
suv|KM8J3CA4|U|2016-2018|Hyundai|Tucson
suv|5XYKT3A6|G|2011-2013|Kia|Sorento
suv|JF2SJADC|H|2014-2018|Subaru|Forester
suv|4S4BSANC|3|2015-2019|Subaru|Outback
van|1FTNE2EW|D|2008-2014|Ford|E-250
van|1FTSS3EL|D|2008-2014|Ford|E-350
van|NM0LS7E7|1|2014-2020|Ford|Transit Connect
van|NM0LS7AN|T|2010-2013|Ford|Transit Connect
van|1FTYR1ZM|K|2015-2019|Ford|Transit
van|1FTBW2CM|K|2015-2019|Ford|Transit
van|1GCWGFCA|1|2010-2014|Chevrolet|Express
van|1GCWGAFP|1|2018-2021|Chevrolet|Express
van|3C6TRVDG|E|2014-2021|Ram|Promaster
van|ZFBERFAT|6|2015-2018|Ram|Promaster City
van|2C4RDGBG|R|2011-2016|Dodge|Grand Caravan
van|2C4RDGCG|R|2012-2019|Dodge|Grand Caravan
van|2C4RC1BG|R|2012-2016|Chrysler|Town and Country
van|5TDKK3DC|S|2011-2016|Toyota|Sienna
van|5TDKZ3DC|S|2017-2020|Toyota|Sienna
van|5FNRL5H4|B|2011-2017|Honda|Odyssey
van|WD3PE7CD|5|2014-2018|Mercedes-Benz|Sprinter
van|3N6CM0KN|K|2013-2021|Nissan|NV200
pickup|1FTEW1EP|F|2015-2023|Ford|F-150
pickup|1FTFW1ET|F|2011-2014|Ford|F-150
pickup|1FTPW14V|F|2004-2008|Ford|F-150
pickup|1FT7W2BT|E|2011-2022|Ford|F-250
pickup|1FT8W3DT|E|2011-2022|Ford|F-350
pickup|1FTSW21P|E|2005-2007|Ford|F-250
pickup|1FTER4FH|L|2019-2023|Ford|Ranger
pickup|1FTYR10D|P|2003-2008|Ford|Ranger
pickup|1GCVKREC|Z|2014-2018|Chevrolet|Silverado
pickup|3GCUKREC|G|2014-2018|Chevrolet|Silverado
pickup|3GCPKSE7|G|2012-2013|Chevrolet|Silverado
pickup|3GTU2VEC|G|2014-2018|GMC|Sierra
pickup|1GC1KVEG|F|2015-2019|Chevrolet|Silverado
pickup|1GCGTCEN|1|2016-2022|Chevrolet|Colorado
pickup|1C6RR7LT|S|2013-2018|Ram|1500
pickup|1C6RR7GT|S|2013-2018|Ram|1500
pickup|1C6SRFFT|N|2019-2023|Ram|1500
pickup|3C6UR5DL|G|2013-2022|Ram|2500
pickup|5TFDY5F1|X|2010-2021|Toyota|Tundra
pickup|3TMCZ5AN|M|2016-2023|Toyota|Tacoma
pickup|3TMLU4EN|M|2009-2015|Toyota|Tacoma
pickup|5TFRX5GN|X|2016-2020|Toyota|Tacoma
pickup|1N6AD0EV|C|2009-2019|Nissan|Frontier
pickup|5FPYK3F5|B|2017-2021|Honda|Ridgeline
medium|1FDUF4GT|E|2011-2022|Ford|F-450
medium|1FDUF5HT|E|2011-2022|Ford|F-550
medium|1FDUF5GY|E|2011-2019|Ford|F-550
medium|1FDAF56P|E|2003-2007|Ford|F-550
medium|1FDWE3FL|D|2008-2016|Ford|E-350
medium|1FDFE4FS|D|2008-2019|Ford|E-450
medium|1FDNF6AY|D|2017-2021|Ford|F-650
medium|54DC4W1B|S|2013-2021|Isuzu|NPR
medium|JALC4W16|7|2008-2020|Isuzu|NPR
medium|1HTMMAAL|H|2008-2018|International|4300
medium|3HAEUMML|L|2019-2021|International|MV
medium|1FVACWDT|H|2009-2019|Freightliner|M2
medium|3ALACWFC|D|2015-2021|Freightliner|M2
medium|2NP2HJ7X|M|2013-2020|Peterbilt|337
medium|5PVNJ8JV|4|2008-2019|Hino|268
medium|JHHSPM2H|K|2013-2019|Hino|195
heavy|1FUJGLDR|L|2009-2017|Freightliner|Cascadia
heavy|3AKJGLDR|S|2012-2017|Freightliner|Cascadia
heavy|3AKJHHDR|S|2018-2023|Freightliner|Cascadia
heavy|1FUJA6CK|L|2003-2010|Freightliner|Columbia
heavy|1XKYDP9X|J|2014-2022|Kenworth|T680
heavy|1XKYD49X|J|2014-2022|Kenworth|T680
heavy|1XKWD49X|J|2010-2020|Kenworth|W900
heavy|1XPBDP9X|D|2014-2022|Peterbilt|579
heavy|1XPXD49X|D|2008-2022|Peterbilt|389
heavy|4V4NC9EH|N|2009-2022|Volvo|VNL
heavy|1M1AW07Y|M|2009-2018|Mack|CXU
heavy|1M2AX04C|M|2009-2018|Mack|GU
heavy|3HSDJAPR|N|2012-2017|International|ProStar
heavy|3HSDZAPR|N|2018-2021|International|LT
heavy|2HSCNAPR|C|2003-2008|International|9400
heavy|5KJJAVDV|P|2012-2018|Western Star|4900
`

/** The first, the middle and the last year of each row. */
export const VIN_LIST: readonly ListedVin[] = TABLE.trim()
  .split('\n')
  .flatMap((row, line) => {
    const [kind = '', start = '', plant = '', years = '', make = '', model = ''] = row.split('|')
    const [from = 0, to = 0] = years.split('-').map(Number)
    const chosen = [...new Set([from, Math.floor((from + to) / 2), to])]
    return chosen.map((year, n) => {
      const open = `${start}0${modelYearCode(year)}${plant}${100_000 + line * 10 + n}`
      const vin = open.slice(0, 8) + checkDigit(open) + open.slice(9)
      return { kind: kind as ListedKind, vin, year, make, model }
    })
  })
