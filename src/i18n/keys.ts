import type {} from 'i18next'
import type approvals from '../../locales/en/approvals.json'
import type bulkActions from '../../locales/en/bulk-actions.json'
import type bulkUpload from '../../locales/en/bulk-upload.json'
import type card from '../../locales/en/card.json'
import type charts from '../../locales/en/charts.json'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type deletedVehicles from '../../locales/en/deleted-vehicles.json'
import type errors from '../../locales/en/errors.json'
import type faultCodes from '../../locales/en/fault-codes.json'
import type fields from '../../locales/en/fields.json'
import type find from '../../locales/en/find.json'
import type fleet from '../../locales/en/fleet.json'
import type fleetReports from '../../locales/en/fleet-reports.json'
import type fmcOrders from '../../locales/en/fmc-orders.json'
import type form from '../../locales/en/form.json'
import type glovebox from '../../locales/en/glovebox.json'
import type help from '../../locales/en/help.json'
import type history from '../../locales/en/history.json'
import type intervals from '../../locales/en/intervals.json'
import type maintenances from '../../locales/en/maintenances.json'
import type membershipCard from '../../locales/en/membership-card.json'
import type odometer from '../../locales/en/odometer.json'
import type orderPayments from '../../locales/en/order-payments.json'
import type orders from '../../locales/en/orders.json'
import type outbox from '../../locales/en/outbox.json'
import type password from '../../locales/en/password.json'
import type paymentMethods from '../../locales/en/payment-methods.json'
import type policies from '../../locales/en/policies.json'
import type preferences from '../../locales/en/preferences.json'
import type privacyPolicy from '../../locales/en/privacy-policy.json'
import type promotions from '../../locales/en/promotions.json'
import type proposals from '../../locales/en/proposals.json'
import type recalls from '../../locales/en/recalls.json'
import type reports from '../../locales/en/reports.json'
import type requests from '../../locales/en/requests.json'
import type roles from '../../locales/en/roles.json'
import type savedViews from '../../locales/en/saved-views.json'
import type schedules from '../../locales/en/schedules.json'
import type sentReminders from '../../locales/en/sent-reminders.json'
import type services from '../../locales/en/services.json'
import type settings from '../../locales/en/settings.json'
import type shell from '../../locales/en/shell.json'
import type shopLink from '../../locales/en/shop-link.json'
import type shopRecord from '../../locales/en/shop-record.json'
import type shops from '../../locales/en/shops.json'
import type signIn from '../../locales/en/sign-in.json'
import type signInSteps from '../../locales/en/sign-in-steps.json'
import type signOut from '../../locales/en/sign-out.json'
import type signUp from '../../locales/en/sign-up.json'
import type telematics from '../../locales/en/telematics.json'
import type templates from '../../locales/en/templates.json'
import type terms from '../../locales/en/terms.json'
import type transactions from '../../locales/en/transactions.json'
import type transfers from '../../locales/en/transfers.json'
import type unsent from '../../locales/en/unsent.json'
import type users from '../../locales/en/users.json'
import type vehicleForm from '../../locales/en/vehicle-form.json'
import type vehicles from '../../locales/en/vehicles.json'

// Types every key from the English files. A new noun adds its file here, in alphabetical order.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      common: typeof common
      templates: typeof templates
      'bulk-actions': typeof bulkActions
      'vehicle-form': typeof vehicleForm
      vehicles: typeof vehicles
      'bulk-upload': typeof bulkUpload
      unsent: typeof unsent
      policies: typeof policies
      users: typeof users
      preferences: typeof preferences
      reports: typeof reports
      telematics: typeof telematics
      shops: typeof shops
      'shop-link': typeof shopLink
      'saved-views': typeof savedViews
      'shop-record': typeof shopRecord
      'sent-reminders': typeof sentReminders
      services: typeof services
      intervals: typeof intervals
      help: typeof help
      history: typeof history
      glovebox: typeof glovebox
      charts: typeof charts
      dashboard: typeof dashboard
      maintenances: typeof maintenances
      errors: typeof errors
      'fault-codes': typeof faultCodes
      fields: typeof fields
      find: typeof find
      transactions: typeof transactions
      transfers: typeof transfers
      settings: typeof settings
      roles: typeof roles
      'membership-card': typeof membershipCard
      fleet: typeof fleet
      'order-payments': typeof orderPayments
      orders: typeof orders
      requests: typeof requests
      promotions: typeof promotions
      proposals: typeof proposals
      outbox: typeof outbox
      odometer: typeof odometer
      schedules: typeof schedules
      password: typeof password
      'privacy-policy': typeof privacyPolicy
      recalls: typeof recalls
      shell: typeof shell
      'sign-in': typeof signIn
      terms: typeof terms
      'sign-up': typeof signUp
      form: typeof form
      'fleet-reports': typeof fleetReports
      'fmc-orders': typeof fmcOrders
      card: typeof card
      'sign-out': typeof signOut
      'payment-methods': typeof paymentMethods
      'deleted-vehicles': typeof deletedVehicles
      'sign-in-steps': typeof signInSteps
      approvals: typeof approvals
    }
  }
}
