/** Words that passwords are made of before any other, in both languages of the product and of the trade; written by hand. */
const WORDS = `
password passwort passw passwd pass passphrase pwd mypassword thepassword newpassword oldpassword
motdepasse mdp monmotdepasse secret secrets secretsecret topsecret
qwerty qwertz azerty qwer qwert qwertyui qwertyu asdf asdfg asdfgh zxcv zxcvb zxcvbn qaz qazwsx qazwsxedc wsx zaq zaqwsx
wasd qweasd qweasdzxc asdfqwer qwerasdf poiuyt lkjhgf mnbvcx abc abcd abcde abcdef abcabc aaa xyz
admin administrator administrateur adminadmin root toor superuser user username utilisateur guest invite test tester testing
testtest demo default change changeme changeit changez temp temporary temporaire login signin logon access letmein
letmeinnow entrez ouvrir opensesame welcome welcomeback bienvenue bonjour bonsoir hello hellohello hallo salut coucou
iloveyou ilove iloveu loveyou lovely love lover loveme loves jetaime jtm amour moncoeur cheri cherie chouchou doudou
monkey dragon master princess princesse sunshine soleil shadow superman batman spiderman ironman wonderwoman starwars
pokemon pikachu naruto mario zelda minecraft fortnite nintendo playstation xbox gamer game games
football soccer hockey baseball basketball softball tennis golf golfer rugby lacrosse boxing ranger rangers canadiens
canadien leafs bruins lakers yankees cowboys steelers eagles packers raiders broncos patriots arsenal liverpool chelsea
barcelona juventus marseille
michael jordan jennifer jessica ashley amanda michelle nicole daniel andrew joshua matthew anthony robert william thomas
george charlie charles jordan taylor maggie buster harley hunter tigger ginger pepper cookie biscuit bailey daisy lucky
sophie camille nicolas julien alexandre maxime olivier isabelle nathalie caroline stephanie martin marie pierre
jean jacques michel philippe francois louis antoine
computer ordinateur internet google facebook twitter instagram linkedin youtube yahoo hotmail gmail outlook microsoft
windows linux apple iphone android samsung laptop server network wifi router cisco oracle database
flower flowers butterfly rainbow summer winter spring autumn fall ete hiver printemps automne january february march april
june july august september october november december janvier fevrier mars avril mai juin juillet aout septembre octobre
novembre decembre monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi
dimanche
freedom liberty liberte trustno trustnoone whatever nothing anything something everything forever always
killer ninja pirate samurai warrior soldier hacker matrix phoenix falcon eagle tiger lion panther jaguar wolf bear shark
horse cheval chat chien chaton kitty puppy doggy rabbit lapin
money argent cash dollar dollars rich million winner champion victory
chocolate chocolat banana orange cherry strawberry coffee cafe pizza cheese fromage poutine
mustang corvette ferrari porsche mercedes toyota honda nissan ford chevy chevrolet camaro dodge yamaha suzuki kawasaki
harleydavidson
truck trucks trucker truckdriver driver drivers driving fleet fleets vehicle vehicles vehicule vehicules van vans car cars
auto autos camion camions camionneur chauffeur parc garage mechanic mecanicien mechanics oil oilchange tire tires tyre pneu
pneus brake brakes frein freins engine moteur diesel gasoline essence fuel fuelcard maintenance entretien service services
repair reparation odometer odometre wheel wheels wheelbook highway road route
manager gestionnaire owner proprietaire boss patron office bureau company compagnie business work travail job
canada quebec montreal toronto vancouver ottawa america usa texas california florida newyork chicago boston dallas houston
jesus christ god dieu bless blessed blessing heaven angel angels ange anges faith hope peace paix
family famille mother father maman papa mommy daddy baby bebe babygirl babyboy sister brother friend friends ami amis
music musique guitar guitare metallica nirvana beatles eminem slipknot
beautiful beauty pretty cutie sweety sweetie honey sugar sexy hottie
fuckyou fuckoff fuckme fucker asshole bitch shit merde tabarnak calisse
green blue red black white yellow purple silver golden gold diamond crystal pearl ruby
hunter hunting fishing fisherman camping mountain ocean beach island river forest
star stars moon galaxy cosmos earth world universe
one two three onetwothree untroisdeux
please thankyou thanks merci
`

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
