/** Formats of VIN codes: barcodes on labels and windshields, matrix codes on labels and registrations. */
export const FORMATS = ['code_39', 'code_128', 'data_matrix', 'qr_code'] as const
