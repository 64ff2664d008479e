/** Common words in passwords, in both languages and from the trade; compiled by hand. */
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
aaron abcdefgh abigail absolut academy action adam adidas adrian airborne airplane albert alberto alejandro alexander
alexandra alexis alfred alicia alison allison allstar almighty alpha alyssa amateur amber amigo anderson andrea andrei
andres andrey angela angelina angie animal annette annie apollo apples arizona arlene armani armstrong army arnold
arsehole arthur asasas asdasd ashton astros athena atlanta attack aubrey aurora austin australia avalon avatar avenger
awesome azer azertyuiop babydoll babyface babylon badass badboy badger ballin balls bambam bandit barbara barbie
barney baron barry bastard batista batter beagle beaner bears beast beaver becky beebop beer belle benjamin benson
bernard bernie bertha beth betty beverly bianca bigboy bigcock bigdaddy bigdick bigdog bigone bigtits billy billybob
bingo birdie birdman birthday bisous biteme blackbird blackcat blackie blackjack blade blahblah blaster blaze blazer
blink blizzard blonde blondie blood blossom blowfish blowjob blowme bluebird blueeyes bluesky bobby bobcat bogart
bonnie booboo booger boogie boomer booster bootsie boris bosco bottle boulder bowler bowling braden bradley brady
brandi brandon brandy braves brazil breanna brenda brendan brennan brian brianna britney brittany bronco brooke
brooklyn bruce brucelee bruno brutus bryan bubba bubbles buckeye buddha buddy budlight buffalo buffy bulldog bulldogs
bullet bulls bullshit bunny burton butter butters buttons caesar calvin cameron cancer candy cannelle cannon captain
caramel carla carlos carmen carol carolina carolyn carpenter carrie carter cartman casey casino casper cassie castle
catalina catfish catherine celeste celine celtic celtics challenger chance chandler channel chaos charger chargers
charity charlene charlotte chase cheater check cheers cheetah cherokee cheryl chess chester chevelle cheyenne chicken
chico chiefs chipie chipper chloe chopper chris chrissy christian christina christine christmas christopher chronic
chuck chucky cinder cinderella cindy claire clancy clarence clarke classic claude claudia clayton cleopatra cleveland
clifford clinton clover cobra cocacola coco college collins colorado colton columbia comet compaq compton conner
connie connor consumer control cookies cool coolio cooper copper corey corona cosmo cosworth cottage cougar cougars
country courtney cowboy coyote cracker craig crazy cream creative cricket cristina critter crosby crusader cuddles
culture cumshot cunt current cutlass cyclone cynthia daddysgirl dakota damien dammit dancer dancing danger danielle
danny darkness darkstar darling darren darwin dave david dawson deadman deadpool death debbie deftones delete delta
demon denise dennis denver derek derrick desert desire desiree destiny detroit devil devildog dexter diablo diamonds
diana diane dickhead diego digger digital dilbert dillon dinosaur dirty discover divine doctor doggie dolphin dolphins
domino donald donkey donna dontknow doobie doodle doom doomsday dorothy dottie douglas dragonball dragons dreamer
dreams drummer drums dublin ducati dude dudley duke dustin dylan easter eclipse eddie edgar eduardo edward einstein
elaine element elephant elijah elite elizabeth ellen elvis emerald emily emmanuel emperor empire enigma enter
enterprise eric erica erotic escape escort estrella eternity ethan etoile eugene evelyn everest everton evolution
excalibur excellent expos express extreme fabian fairy fantasia fantasy fatboy fatcat fatima felicia felipe felix
female fender fernando ferret fiction fields fiesta fighter filter fire fireball firebird firefly firefox fireman
firewall flames flamingo flash fletcher flipper flounder fluffy flyers foobar fool foreverlove formula forward foster
fountain foxtrot france frances francis francisco frank frankie franklin freak freaky fred freddie freddy frederic
free freebird freeman freeporn freeze frog frogger froggy frosty fruit fucked fucking fuckit funny funtime gabriel
gabriela gabrielle gambit gandalf garden gareth garfield garrett gary gateway gators gemini general genesis genius
geoffrey gerald gerard german germany geronimo ghost giants gibson gilbert giovanni girls gizmo gladiator glenn gloria
goblue goddess godfather godzilla goldberg goldfish goldie gonzales goober goodgirl goodluck gopher gordon gorilla
gotcha grace gracie graham gramma grandma grandpa granny grant gratis great greenday greg gregory gremlin gretzky
griffin grizzly groovy guardian guess guinness gumby gunner gustavo guyver gymnast habs hahaha hailey halloween
hamilton hammer hamster hannah happy happyday hardcore hardon hardrock harold harrison harry harvard harvey hawaii
hawk hawkeye hawks hayden heather hector heidi helen hellokitty helpme hendrix henry hercules herman hershey highland
hilary hitman hobbes holiday holland holly hollywood homepage homer honeybee hooker hooligan hooters hornet hornets
horny horses hotdog hotrod hotstuff howard hubert hudson hughes hulk humble hummer huskers hustler icecream iceman
idiot idontknow iforgot iguana illinois ilovegod iloveher ilovehim imagine immortal impala indian indiana indigo
infantry infinity insane inside internal intruder ireland irene irish isaac isabel isabella israel italia italy
jackass jackie jackson jacob jacqueline jaime jake james jamesbond jamie janelle janet janice jared jasmin jasmine
jason jasper javier jayden jayjay jeanette jeffrey jelly jenna jenny jeremiah jeremy jermaine jerome jerry jersey
jester jethro jill jimbo jimmy joanna joanne joey john johnny johnson jojo joker jonathan jonathon joseph josephine
josh joyce jtaime juanita jubilee judith julia julian juliana julie juliet julius jumper jungle junior jupiter justice
justin justine kaiser kaitlyn karate karen karina karla katana katherine kathleen kathryn kathy katie katrina kayla
keith kelly kelsey kendall kennedy kenneth kenny kermit kevin kickass killers killme kimberly king kingdom kingkong
kings kingston kirsten kissme kitten kittens kittycat knicks knight knights knock kodiak kramer kristen kristin
kristina kristine ladybug lalala lancer lantern larry laser lasvegas lauren laurie lawrence leather lebron legend
legolas lemieux lemon lemonade leonard leonardo leopard leslie lester letter lewis lickme lifetime lilian lincoln
linda lindsay lindsey linkinpark lisa little lizard lizzie lobster logan logitech loki lollipop lollol lolotte lonely
lonewolf longhorn looking loser losers louise loulou lovebug loveit lovelife lovelove loverboy lucas lucifer lucy luis
luther macintosh mackenzie madden maddie maddog madison madonna magic magician magnet magnolia magnum mallory mamamia
mamour manchester mandy manman manson manuel marathon marcel marcus margaret maria mariah mariana marine mariner
mariners marines marion mariposa marisa marissa mark marlboro marlene marley marlin marshall martha martina marvel
marvin mary mason massive masters mathew matilda matt maureen maurice maverick maxima maximus maxwell mayhem mcdonald
meatloaf medical megan meister melanie melissa melody member memory memphis mercury meridian merlin mermaid messiah
metal mexico miami michaela mickey mickeymouse midnight miguel mikael mike mildred miles miller millie milton mimi
mimine mindy mine minnie miracle miranda misery misfit mission mississippi missy mistress misty mitchell mobile moimoi
molly mollydog monet monica monique monkeys monroe monster montana montgomery moocow mookie moomoo moonbeam moonlight
moose morgan moroni morris mortimer motherfucker motocross motorola mouse muffin mulder mulligan murphy muscle
mushroom mustangs myname myself mystery mystic nadine nancy nascar nastya natalia natalie natasha nathan nathaniel
nautica navy ncc nebraska nelson nemesis neptune nevada newcastle newlife newport newton nicholas nick nickie nicky
nightmare nikita nimrod nipple nipples nitram nobody nonono nordiques norman norton notebook nounou nounours
number numberone oakland oatmeal obiwan octavia octopus odyssey ohshit oklahoma oldman oliver olivia omega online opus
orchid oregon orioles orlando oscar outlaw outlaws ovechkin overlord oxford pacers pacific packard packer paint
painter palace palmer paloma pamela pancake panda pandora panthers panties papillon papito paradise paradox paris
parker parrot passion patches patricia patrick patriot paul paula pauline peaches peanut peanuts pearljam pebbles
pedro peewee peggy penelope penguin penguins penis pentagon pentium peoria pepsi percy perfect peter peterpan petunia
phantom philip phillies phillip phish phoebe phone photo piano picasso pickle pickles picture pimpin pinkfloyd pinky
pioneer pippin piramid pirates piscis pistons pitbull pittsburgh pixies planet plastic platinum playboy player players
plumber pluto polaris police polina pompom pontiac pookie pooper poopie poopoo popcorn popeye porkchop porn porno
pornstar portland portugal postal poupoune power powerful powers praise precious predator presario presley preston
priest prince princeton private promise property prosper prototype provider psswrd public pumpkin punisher punkrock
puppies purdue pussy pussycat pyramid python qazxsw qsdf qsdfgh quality quantum queen queenie quentin quincy qwe
qweqwe rabbits rachel racing radio radiohead rafael raider ralph rambo ramona ramses ranch random randy raptor rascal
raven ravens raymond rebecca rebel rebels redalert redbull reddog redhead redneck redrose redrum redskin redskins
redsox redwings reggie regina remember renault renee reptile rescue revenge review revolution reynolds rhonda ricardo
richard richie richmond ricky riley ringo ripper ripple rivera robbie roberta roberto robin robinhood robinson robot
rock rocker rocket rockets rockon rockstar rockwell rocky rodman rodney rodrigo roger roland rolltide roman romance
romeo ronald ronaldo ronnie rooney rooster rosario rosebud rosemary roses rosie roxanne roxy royal royals ruben
rudolph rufus runner rush russell russia rusty ruthie ryan sabina sabine sabrina sadie sailing sailor saints salasana
sally salmon salvador samantha sambo sammie sammy sampson samson samuel sanchez sandiego sandman sandra sandy santa
santana santiago sapphire sara sarah sasha saskia satan saturn savage savannah scarface scarlet scarlett school
science scooby scoobydoo scooter scorpio scorpion scotland scott scottie scotty scout scrappy scream screen scruffy
scully seahawks seattle sebastian secure security senior serena serenity sergei sergey sergio seven sexsex sexual
sexybitch sexygirl sexyman shalom shane shanghai shania shannon sharon shaun shawn sheba sheena sheila shelby sheldon
shelley shelly sherlock sherman sherry shirley shithead shooter shopper short shorty shotgun showtime shuttle sidney
sierra silverado silvia simba simon simone simple simpson simpsons singer single skateboard skater skeeter skinny
skipper skippy skittles skydive skyler skywalker slamdunk slapshot slayer sleepy slick slimshady slut smart smiles
smiley smirnoff smith smitty smoke smokey smoothie smurf snakes sneakers snickers sniper snoop snoopy snowball
snowboard snowman snuggles sobriety sofia solomon sonics sonny sophia soprano soulmate southern southpark sparky
spartan spartans speaker special specialk spectrum speed speedy spencer sphinx spider spike spirit spitfire splash
spongebob spooky spoon sports springer sprite spunky squirrel squirt stacey stainless stalker stallion standard
stanley starbucks stardust starfish stargate starlight starship start startrek state static steel stefan stella
stephan stephen sterling steve steven stewart sticky stimpy stinky stone stonecold stones storm stormy stranger
streetball student studio stupid subaru sublime success suicide sullivan sultan sundance sunflower sunlight sunny
sunrise sunset superfly superior supernova superstar support supra surfer surfing susan susana suzanne sweden sweet
sweetheart sweetness sweetpea swimmer swimming sydney sylvester sylvia symphony system syzygy tabatha tabitha tacobell
talon tamara tammy tango tanner tarheel tarheels tarzan tasha tatiana tattoo taurus teacher team teamo techno teddy
teddybear teenage telefon telephone temple tennessee tequiero tequila teresa terminal terminator terry thailand
thebest theboss theking theman thematrix theodore theone therock thirteen thompson thong thumper thunder thunderbird
thx tiffany tigers tigre timber time timothy tinker tinkerbell tintin titanic titanium titans titi tobias toby
together tomcat tommy tomorrow tomtom tony toolbox topgun topher tornado torres tottenham toutou tracey tracker
tractor tracy trader traffic training transam transfer trapper trash travis treasure treefrog trevor triangle tricia
trident trigger trinity tripper trisha tristan triumph trojan trojans trombone trooper trouble trustme tucker tucson
tundra turbo turkey turner turtle tweety twilight twins twister tyler tyrone ultimate ultra umbrella undead
underground undertaker unicorn unique united unknown unreal valentin valentina valentine valerie valley vampire
vanessa vanhalen vanilla vanille vegas vegeta velvet venice venom ventura venus vera vernon veronica versace vertigo
vette vicky victor victoria vienna viking vikings village vincent viper virgil virgin virginia viridian virtual virus
vision vivian vladimir volcano volleyball volvo voodoo voyager vulcan waffle walker wallace wally walter wanker
warcraft warhammer warlock warren water waterloo watson wayne weasel webmaster webster wedding weed welder wendy
werewolf wesley westside wetpussy whiskey whisper whiteboy whitney wicked wilbur wildcat wildcats wildfire wildman
wildwood williams willie willis willow wilson windmill window windsurf winnie winston wisdom wizard wolfgang wolfman
wolfpack wolverine wolves woman wombat wonder wonderful woody wordpass working wrangler wrestling wrinkles wxcvbn
london marina liverpoo xanadu xander xavier xfiles xswqaz yankee yesterday yoda yogibear yolanda young yourmom yvette yvonne zachary zaphod
zaqzaq zebra zenith zephyr zeppelin zidane ziggy zippy zombie zoomer zxcasd zxczxc zzzzzz gfhjkm ghbdtn qwaszx
`

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
