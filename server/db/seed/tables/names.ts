/** Fictional names: first and last names are drawn separately, so that no real person is meant. */
interface NamePool {
  first: readonly string[]
  last: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

export const NORTH_AMERICAN: NamePool = {
  first:
    words(`Aaliyah Aaron Abigail Adrian Aisha Alejandra Amara Amir Ana Andre Angela Anil Anita Antonio April Arjun
    Beatriz Ben Bianca Brandon Caleb Camila Carlos Carmen Casey Chidi Chloe Claire Connor Curtis Dana Daniela Darius
    Deepa Derek Diego Dolores Dwayne Elena Elijah Emeka Emily Erin Esteban Fatima Felix Gabriela Gail Grace Hank Hannah
    Hector Hyejin Ibrahim Imani Irene Isaac Ivy Jada Jamal Jasmine Javier Joanne Jorge Josephine Kai Karen Keisha Kenji
    Kofi Lamar Latoya Leilani Leon Lila Linh Lucia Luis Luther Magda Malik Marcus Maria Maya Mei Miguel Mina Monique
    Nadia Naomi Nate Nia Nikhil Noor Octavia Omar Oscar Paige Pablo Priya Quentin Rachel Rafael Raj Renee Rosa Roy Ruth
    Samir Sandra Sean Selena Shanice Simone Soo Tamika Tara Teresa Theo Tomas Trang Tyrone Uma Valerie Victor Vivian
    Wanda Wei Wesley Xavier Yesenia Yolanda Yusuf Zara Zoe`),
  last: words(`Abara Acevedo Adeyemi Alcott Amato Anand Arroyo Ashby Baptiste Barrios Beckett Benally Bhatt Blackwood
    Boateng Brannigan Briscoe Bui Cabrera Calloway Castellan Chaudhry Chisholm Choi Coburn Contreras Crowder Dao Delgado
    Desai Dinh Dufresne Eastman Ekwueme Escobedo Faircloth Farouk Fennimore Figueroa Flaherty Fontaine Galarza Garrity
    Gentry Gill Gonzaga Granger Haddad Halloran Hargrove Hashimoto Hidalgo Holloway Huang Ibarra Iyer Jeffers Juarez
    Kapoor Kealoha Kendrick Khoury Kowalczyk Lam Langford Larkin Ledesma Lindqvist Lockhart Lozano Mabry Madrigal
    Maldonado Mbeki Mendoza Merriweather Mohr Montoya Moreau Nakamura Nasser Ngo Nwosu Obregon Okafor Oleson Ortega
    Osei Paredes Patil Pemberton Pham Pruitt Quintana Rahimi Ramsey Redhorse Reyes Rinaldi Roswell Saetang Salcedo
    Santoro Sato Shepherd Silva Sorensen Stokes Suarez Takeda Tansey Tejada Thibault Tran Trujillo Underhill Valdez
    Vang Vasquez Voss Wakefield Whitfield Winslow Wojcik Yazzie Yoon Zamora Zhang`),
}

export const FRENCH_CANADIAN: NamePool = {
  first:
    words(`Adèle Alexandre Alexis Amélie Antoine Audrey Benoît Camille Catherine Cédric Chantal Charles Christine
    Claude Danielle David Denis Dominique Élise Émile Étienne Félix Florence François Frédérique Gabriel Geneviève
    Ghislain Guillaume Hélène Hubert Isabelle Jacinthe Jérôme Joëlle Julien Karine Laurence Léa Louis Lucie Luc Manon
    Marc-André Marie-Ève Mathieu Maude Maxime Mélanie Michel Nadine Nathalie Nicolas Noémie Olivier Patrice Philippe
    Réjean Rosalie Sébastien Simon Solange Sophie Stéphane Sylvie Thomas Valérie Véronique Vincent Yves Zacharie`),
  last: words(`Allard Arsenault Asselin Aubin Audet Beauchemin Beaulieu Bélanger Bergeron Bissonnette Blais Boisvert
    Bouchard Bourassa Brodeur Caron Champagne Charron Chénier Cloutier Couture Dagenais Demers Desrosiers Dionne Drolet
    Dubeau Duchesne Dufour Duguay Émond Ferland Fortin Gadbois Gagnon Giguère Godin Grenier Guérin Hamelin Houle
    Jutras Labrecque Lachance Lafleur Lamontagne Langlois Laporte Lavoie Leclerc Lemieux Lépine Létourneau Lussier
    Marcoux Mercier Michaud Morneau Nadeau Nolin Ouellet Pagé Paquin Pelletier Pépin Plante Poirier Primeau Proulx
    Quirion Rancourt Rheault Rioux Rochefort Sabourin Savard Simard Soucy Thériault Tousignant Trottier Vachon Vézina`),
}

/** Converts a name for use in an email address: 'Marie-Ève' becomes 'marie-eve'. */
export function plainName(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
