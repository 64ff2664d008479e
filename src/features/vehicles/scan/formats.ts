/** What VINs are printed as: bars on labels and windshields, squares on labels and registrations. */
export const FORMATS = ['code_39', 'code_128', 'data_matrix', 'qr_code'] as const
