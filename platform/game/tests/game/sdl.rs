//! What the SDL of a game is, for each form that its types can have.

use std::fmt::Write as _;

use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::catalogue::{LABEL, Named};
use gueridon_game::*;
use serde::{Deserialize, Serialize};

/// A fish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "lowercase")]
#[sdl(many = "Shoal")]
enum Fish {
    /// It waits.
    Pike,
    Carp,
}

impl Kind for Fish {
    const NOUN: &'static str = "fish";
    const ALL: &'static [Self] = &[Self::Pike, Self::Carp];

    fn index(self) -> usize {
        self as usize
    }

    fn id(self) -> &'static str {
        ["pike", "carp"][self as usize]
    }
}

type Catch = Bag<Fish, 2>;

/// How the pond is fished.
#[derive(Debug, Clone, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename(serialize = "Agreed"), default)]
struct Options {
    turns: u8,
    weather: Weather,
    /// Who begins; "nobody" if it is drawn by lot.
    first: Option<Seat>,
}

impl Default for Options {
    fn default() -> Self {
        Self { turns: 5, weather: Weather::HighWind, first: None }
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Weather {
    Calm,
    HighWind,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase")]
enum Move {
    /// Cast the line.
    Cast {
        /// How far, in metres.
        far: u8,
        #[serde(default)]
        bait: Option<Fish>,
    },
    #[sdl(content = "Distance", doc = "How far.")]
    RowOut {
        far: u8,
    },
    #[sdl(content = "Distance")]
    RowHome {
        far: u8,
    },
    Rest(Yes),
}

#[derive(Debug, Clone, Serialize, Sdl)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
#[expect(dead_code, reason = "nothing happens in this pond")]
enum Event {
    /// A fish bit.
    Bit {
        seat: Seat,
        fish: Option<Fish>,
        cause: Cause,
    },
    /// The wind turned.
    WindTurned {
        boats_lost: u8,
    },
    Over {},
}

/// The fish for whose sake others bite.
const BITERS: [Fish; 1] = [Fish::Carp];

/// Why it bit.
#[derive(Debug, Clone, Serialize, Sdl)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "nothing happens in this pond")]
enum Cause {
    Hunger,
    #[serde(untagged)]
    #[sdl(only = BITERS)]
    Other(Fish),
}

#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
struct View {
    to_act: Seats,
    options: Options,
    #[serde(serialize_with = "as_list")]
    pond: Catch,
    anglers: Vec<Angler>,
    boats: [Boat; 2],
}

/// Somebody with a rod.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
struct Angler {
    seat: Seat,
    #[serde(serialize_with = "as_optional_list")]
    basket: Option<Catch>,
    basket_size: u16,
    #[serde(skip)]
    #[expect(dead_code, reason = "clients are not shown it")]
    secret: u64,
    #[serde(flatten)]
    rod: Rod,
    #[sdl(like = Vec<Fish>)]
    hopes: u64,
}

#[derive(Debug, Serialize, Sdl)]
struct Rod {
    /// Whether the line is torn.
    torn: bool,
}

/// Something that floats.
#[derive(Debug, Serialize, Sdl)]
#[serde(tag = "__typename")]
#[expect(dead_code, reason = "nothing floats in this pond")]
enum Boat {
    /// A boat with oars.
    #[serde(rename = "PondRowing")]
    Rowing { seats: Seats, oars: u8 },
    /// A boat with a sail.
    #[serde(rename = "PondSailing")]
    Sailing { seats: Seats },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pond;

const LABELS: [Named; 1] = [Named {
    key: "PondOptions.turns",
    kind: LABEL,
    names: ["Turns", "Tours"],
    texts: ["How many turns there are, 1 to 9.", "Le nombre de tours, de 1 à 9."],
    reconstructed: &[],
    nouns: None,
}];
const REFUSALS: [Named; 1] =
    [Named::refusal("TOO_FAR_OUT", ["That is too far", "C’est trop loin"])];

impl Game for Pond {
    const ABOUT: About = About {
        id: "pond",
        prefix: "Pond",
        titles: &[(Language::En, "The Pond"), (Language::Fr, "L’Étang")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: sdl::of::<Self>(),
        longest: 1,
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        LABELS.iter().chain(&REFUSALS).map(|named| named.entry(language)).collect()
    }

    fn deal(_: &Options, _: u8, _: &mut Dice) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn to_act(&self) -> Seats {
        Seats::NONE
    }

    fn moves(&self, _: Seat, _: &mut Vec<Move>) {}

    fn play(&mut self, _: Seat, _: &Move, _: &mut Dice, _: &mut Log<Event>) -> Result<(), Refusal> {
        Err(Refusal::game_over())
    }

    fn view(&self, _: Eyes) -> View {
        View {
            to_act: Seats::NONE,
            options: Options::default(),
            pond: Catch::new(),
            anglers: vec![Angler {
                seat: Seat(0),
                basket: None,
                basket_size: 0,
                secret: 1,
                rod: Rod { torn: false },
                hopes: 0,
            }],
            boats: [0, 1].map(|oars| Boat::Rowing { seats: Seats::NONE, oars }),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        Score::ranked(true, std::iter::empty())
    }

    fn imagine(&self, _: Eyes, _: &mut Dice) -> Self {
        self.clone()
    }

    fn words(_: Utterance<'_, Self>, _: Language) -> String {
        String::new()
    }
}

/// The definition that begins so, without its description.
fn defined(sdl: &str, head: &str) -> String {
    let mut found = String::new();
    let start = sdl.find(&format!("\n{head} {{\n")).unwrap_or_else(|| panic!("{head} in\n{sdl}"));
    for line in sdl[start + 1..].lines().take_while(|line| *line != "}") {
        writeln!(found, "{}", line.trim()).unwrap();
    }
    found
}

#[test]
fn each_form_of_a_type_has_its_sdl() {
    let sdl = Pond::ABOUT.sdl.text();
    for (head, body) in [
        ("extend input Options", "\"The Pond, for 2 to 4 players.\"\npond: PondOptions\n"),
        ("extend input Move", "\"A step in The Pond.\"\npond: PondMove\n"),
        (
            "input PondOptions",
            "\"How many turns there are, 1 to 9.\"\nturns: Int = 5\n\"Which weather.\"\n\
             weather: PondWeather = HIGH_WIND\n\"\"\"\nWho begins; \"nobody\" if it is drawn by lot.\n\
             \"\"\"\nfirst: Int\n",
        ),
        (
            "input PondMove @oneOf",
            "\"Cast the line.\"\ncast: PondCast\n\"Row out.\"\nrowOut: PondDistance\n\
             \"Row home.\"\nrowHome: PondDistance\n\"Rest.\"\nrest: Yes\n",
        ),
        (
            "input PondCast",
            "\"How far, in metres.\"\nfar: Int!\n\"Which bait; null if there is none, or none that \
             these eyes may know.\"\nbait: PondFish\n",
        ),
        ("input PondDistance", "\"Far.\"\nfar: Int!\n"),
        (
            "type PondView implements View",
            "\"The numbers of the seats that may move now.\"\ntoAct: [Int!]!\n\
             \"The options.\"\noptions: PondAgreed!\n\"The pond.\"\npond: [PondShoal!]!\n\
             \"The anglers.\"\nanglers: [PondPlayer!]!\n\"The boats.\"\nboats: [PondBoat!]!\n",
        ),
        (
            "type PondShoal",
            "\"Which fish.\"\nfish: PondFish!\n\"How many of it, at least 1.\"\ncount: Int!\n",
        ),
        (
            "type PondPlayer",
            "\"The number of the seat.\"\nseat: Int!\n\"The basket; null if there is none, or none \
             that these eyes may know.\"\nbasket: [PondShoal!]\n\"Basket size.\"\nbasketSize: Int!\n\
             \"Whether the line is torn.\"\ntorn: Boolean!\n\"The hopes.\"\nhopes: [PondFish!]!\n",
        ),
        ("interface PondBoat", "\"The seat: seats.\"\nseats: [Int!]!\n"),
        (
            "type PondRowing implements PondBoat",
            "\"The seat: seats.\"\nseats: [Int!]!\n\"How many oars.\"\noars: Int!\n",
        ),
        (
            "type PondBit implements Event",
            "\"The seat that it is about: who did it, or whose it is.\"\nseat: Int!\n\
             \"Which fish; null if there is none, or none that these eyes may know.\"\n\
             fish: PondFish\n\"Which cause.\"\ncause: PondCause!\n",
        ),
        (
            "type PondWindTurned implements Event",
            "\"Always null: it is about no one seat.\"\nseat: Int\n\"Boats lost.\"\n\
             boatsLost: Int!\n",
        ),
        (
            "type PondOver implements Event",
            "\"Always null: it is about no one seat.\"\nseat: Int\n",
        ),
        ("enum PondFish", "\"It waits.\"\npike\n\"Carp.\"\ncarp\n"),
        ("enum PondCause", "\"Hunger.\"\nhunger\n\"Carp.\"\ncarp\n"),
    ] {
        let expected = format!("{head} {{\n{body}");
        assert_eq!(defined(&sdl, head), expected, "{head}");
    }
    for once in ["input PondDistance", "enum PondFish", "type PondShoal"] {
        assert_eq!(sdl.matches(&format!("\n{once} {{")).count(), 1, "{once}");
    }
    assert!(sdl.contains("\"How far.\"\ninput PondDistance {"), "{sdl}");
    assert!(sdl.contains("TOO_FAR_OUT: That is too far.\n\"\"\"\ninput PondMove"), "{sdl}");
}

#[test]
fn what_a_host_takes_is_written() {
    let sdl = Pond::ABOUT.sdl.text();
    let view = serde_json::to_value(Pond.view(Eyes::All)).unwrap();
    let boat = &view["boats"][0]["__typename"];
    testkit::conform(&sdl, "PondBoat", &view["boats"][0]).unwrap();
    assert_eq!(boat, "PondRowing");
    let told = Event::WindTurned { boats_lost: 1 };
    let told = serde_json::to_value(told).unwrap();
    testkit::conform(&sdl, "PondWindTurned", &told).unwrap();
    let step = Move::Cast { far: 3, bait: Some(Fish::Pike) };
    testkit::conform(&sdl, "PondMove", &serde_json::to_value(step).unwrap()).unwrap();
    let options = serde_json::to_value(Options::default()).unwrap();
    testkit::conform(&sdl, "PondOptions", &options).unwrap();
}

#[test]
fn the_file_with_the_sdl_is_compared_and_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pond");
    std::fs::create_dir_all(&folder).unwrap();
    let laws = || testkit::Laws::<Pond>::new(Options::default()).schema(&folder);
    let text = Pond::ABOUT.sdl.text();
    std::fs::write(folder.join("pond.graphql"), &*text).unwrap();
    laws().try_schema().unwrap();
    std::fs::write(folder.join("pond.graphql"), text.replacen("PondOver", "PondEnded", 1)).unwrap();
    let found = laws().try_schema().unwrap_err();
    assert!(found.contains("+ type PondOver implements Event"), "{found}");
    assert!(found.contains("UPDATE_SCHEMA=1 cargo test"), "{found}");
    std::fs::remove_file(folder.join("pond.graphql")).unwrap();
    assert!(laws().try_schema().unwrap_err().contains("cannot be read"));
}
