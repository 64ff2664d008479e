import Work from '@mui/icons-material/BuildOutlined'
import Business from '@mui/icons-material/BusinessOutlined'
import Car from '@mui/icons-material/DirectionsCarOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import type { ReactNode } from 'react'

/** Icons by the kind of thing that a hit's key names. */
export const hitIcons: Record<string, ReactNode> = {
  vehicle: <Car />,
  order: <Work />,
  shop: <Storefront />,
  'used-shop': <Storefront />,
  fleet: <Business />,
  user: <Person />,
}
